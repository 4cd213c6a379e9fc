/** The turns that a memory was derived from, without duplicates. Anyone may have changed its metadata since. */
export function sourcesOf({ derived_from: from }: Record<string, unknown>): string[] {
  const ids = Array.isArray(from)
    ? from.flatMap((span) => (typeof span?.id === 'string' ? [span.id as string] : []))
    : [];
  return [...new Set(ids)];
}
