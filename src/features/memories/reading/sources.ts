import { raw } from '../../../storage/sql.js';

/** What `sourcesIn` reads, if the rest of the metadata was not. */
export const DERIVED_FROM_COLUMN = raw(`m.metadata ->> 'derived_from' as derived_from`);

/** The turns that a memory was derived from, without duplicates. Anyone may have changed its metadata since. */
export function sourcesOf({ derived_from: from }: Record<string, unknown>): string[] {
  const ids = Array.isArray(from)
    ? from.flatMap((span) => (typeof span?.id === 'string' ? [span.id as string] : []))
    : [];
  return [...new Set(ids)];
}

/** The same from the column: whatever a caller stored there is text, or a number. */
export function sourcesIn(column: unknown): string[] {
  try {
    return sourcesOf({ derived_from: JSON.parse(String(column)) });
  } catch {
    return [];
  }
}
