import type { TenantTx } from '../../storage/statement.js';

/** Where a list continues: the values that its order is made of. */
export type Place = readonly (string | number)[];

interface SectionPage<R> {
  records: R[];
  /** Null at the end. */
  next: Place | null;
}

/** Something the service stores about a user, as a list in the user's export. */
export interface Section<R = unknown> {
  readonly name: string;
  page(tx: TenantTx, userId: string, after: Place | null, limit: number): Promise<SectionPage<R>>;
  /** What a receipt proves about a record: its id and its text. Null: nothing, because the service made it and may change it by itself. */
  proof(record: R): { id: string; text: string } | null;
}

/** Makes a page of these records, given the place of each. */
export function pageOf<T, R>(
  found: readonly T[],
  limit: number,
  place: (one: T) => Place,
  record: (one: T) => R,
): SectionPage<R> {
  const last = found.length < limit ? undefined : found.at(-1);
  return { records: found.map(record), next: last === undefined ? null : place(last) };
}
