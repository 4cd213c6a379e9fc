/** The turns that a memory was derived from, each once. Its metadata may have been changed by anybody since. */
export function sourcesOf({ derived_from: from }: Record<string, unknown>): string[] {
  const ids = Array.isArray(from)
    ? from.flatMap((span) => (typeof span?.id === 'string' ? [span.id as string] : []))
    : [];
  return [...new Set(ids)];
}
