import { jsonRows } from '../../../storage/json.js';
import { among, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead } from '../../../storage/statement.js';

/** The part of an entry that decides whether it is new. */
export interface ComparedEntry {
  id: string;
  user_id: string;
  dedupeKey: string;
  /** False: only its id is compared. */
  dedupe: boolean;
  /** Expired, no longer true, or superseded. */
  over: boolean;
}
interface Verdict {
  fresh: boolean;
  /** Whether it holds the dedupe key of its text from now on. */
  keyed: boolean;
}
interface Holder {
  over: boolean;
  /** A row of the store, or the number of an earlier entry. */
  row?: string;
  entry?: number;
}

/**
 * Decides which entries are new. An entry is a duplicate if its id exists, or if its text exists in the same scope. However, a memory that is over
 * gives its dedupe key up to an entry that is not, so that an old copy does not keep a true statement out.
 */
export async function decideNew(tx: TenantTx, entries: readonly ComparedEntry[], now: number) {
  const ids = await existingIds(tx, entries);
  const holders = await existingHolders(tx, entries, now);
  const verdicts: Verdict[] = [];
  const released: string[] = [];
  for (const [i, entry] of entries.entries()) {
    const scoped = scopedKey(entry.user_id, entry.dedupeKey);
    const holder = entry.dedupe ? holders.get(scoped) : undefined;
    const known = ids.has(entry.id) || (holder !== undefined && !(holder.over && !entry.over));
    ids.add(entry.id);
    verdicts.push({ fresh: !known, keyed: !known && entry.dedupe });
    if (known || !entry.dedupe) continue;
    if (holder?.row !== undefined) released.push(holder.row);
    if (holder?.entry !== undefined) (verdicts[holder.entry] as Verdict).keyed = false;
    holders.set(scoped, { over: entry.over, entry: i });
  }
  return { verdicts, released };
}

export const scopedKey = (userId: string, dedupeKey: string) => `${userId}\0${dedupeKey}`;

async function existingIds(tx: TenantTx, entries: readonly ComparedEntry[]): Promise<Set<string>> {
  const ids = entries.map((entry) => entry.id);
  const found = await tx.all<{ id: string }>(
    sql`select id from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}`,
  );
  return new Set(found.map((row) => row.id));
}

/** A cross join: otherwise SQLite would walk all memories of the key and look each one up in the list. */
async function existingHolders(
  tx: TenantTx,
  entries: readonly ComparedEntry[],
  now: number,
): Promise<Map<string, Holder>> {
  const pairs = entries.filter((entry) => entry.dedupe).map((entry) => [entry.user_id, entry.dedupeKey]);
  const found = await tx.all<{ id: string; user_id: string; dedupe_key: string; over: number }>(
    sql`select m.id, m.user_id, m.dedupe_key, case when m.expires_at <= ${now} or m.valid_until <= ${now}
        or m.superseded_by is not null then 1 else 0 end as over
      from ${jsonRows(tx.dialect, pairs)} cross join memories m
      where m.key_id = ${tx.keyId} and m.user_id = value ->> 0 and m.dedupe_key = value ->> 1`,
  );
  return new Map(
    found.map((row) => [scopedKey(row.user_id, row.dedupe_key), { over: row.over === 1, row: row.id }] as const),
  );
}

/** Checked before the work of embedding; decided again in the transaction that writes. */
export const findFresh = tenantRead(
  'portability.findFresh',
  async (tx, input: { entries: ComparedEntry[]; now: number }): Promise<boolean[]> =>
    (await decideNew(tx, input.entries, input.now)).verdicts.map((verdict) => verdict.fresh),
);
