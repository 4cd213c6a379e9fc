import { raw } from '../../../storage/sql.js';

/** What `sourcesIn` reads, if the rest of the metadata was not. */
export const DERIVED_FROM_COLUMN = raw(`m.metadata ->> 'derived_from' as derived_from`);

/** A turn, and where in it something was said. */
export interface Span {
  id: string;
  start?: number;
  end?: number;
}

/** Where a memory was said. Anyone may have changed its metadata since. */
export const spansOf = ({ derived_from: from }: Record<string, unknown>): Span[] =>
  Array.isArray(from) ? from.filter((span) => typeof span?.id === 'string') : [];

/** The turns that a memory was derived from, without duplicates. */
export const sourcesOf = (metadata: Record<string, unknown>): string[] => [
  ...new Set(spansOf(metadata).map(({ id }) => id)),
];

/** The same from the column: whatever a caller stored there is text, or a number. */
export function sourcesIn(column: unknown): string[] {
  try {
    return sourcesOf({ derived_from: JSON.parse(String(column)) });
  } catch {
    return [];
  }
}
