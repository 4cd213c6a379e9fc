import { among, forUpdate, type Sql, sql } from '../../../storage/sql.js';
import type { Row, TenantTx } from '../../../storage/statement.js';
import { contradictedAt } from '../../conflicts/sql/in-force.js';
import { areApart } from '../merge.js';
import type { NewMemory } from '../new-memory.js';
import { RECORD_COLUMNS, toRecord } from './row.js';

/** Memories as they are now, held until the transaction ends. */
const heldRows = (tx: TenantTx, now: number, where: Sql) =>
  tx.all(sql`select ${RECORD_COLUMNS}, m.version, m.dedupe_key, ${contradictedAt(tx, now)} as contradicted_at from memories m
    where m.key_id = ${tx.keyId} and ${where} order by m.id${forUpdate(tx.dialect)}`);

/**
 * Whether a memory still says what is stored now. Not if it has expired, is no longer valid or was superseded, nor if something else was true
 * between the two: then the fact has changed back, and the memory must not keep the new statement out.
 */
function isCurrent(row: Row, memory: NewMemory, now: number): boolean {
  const isBy = (time: unknown, at: number) => time !== null && (time as number) <= at;
  if (isBy(row.expires_at, now) || isBy(row.valid_until, now) || row.superseded_by !== null) return false;
  const at = memory.valid_from ?? memory.created_at ?? now;
  return !isBy(row.valid_until, at) && !isBy(row.contradicted_at, at);
}

/** The memories that already say what these say. One that is not current any more gives up its dedupe key. */
export async function findSame(
  tx: TenantTx,
  memories: readonly NewMemory[],
  now: number,
): Promise<Map<NewMemory, Row>> {
  const found = new Map<NewMemory, Row>();
  const keysOf = new Map<string, NewMemory[]>();
  for (const memory of memories) keysOf.set(memory.user_id, [...(keysOf.get(memory.user_id) ?? []), memory]);
  for (const [userId, own] of keysOf) {
    const keys = own.map(({ dedupeKey }) => dedupeKey);
    const rows = await heldRows(tx, now, sql`m.user_id = ${userId} and ${among(tx.dialect, 'm.dedupe_key', keys)}`);
    for (const { dedupe_key, contradicted_at, ...row } of rows) {
      const asked = own.filter(({ dedupeKey }) => dedupeKey === dedupe_key);
      const same = asked.filter((one) => one.id === row.id || isCurrent({ ...row, contradicted_at }, one, now));
      for (const one of same) found.set(one, row);
      if (same.length < asked.length)
        await tx.run(
          sql`update memories set dedupe_key = null where key_id = ${tx.keyId} and id = ${row.id as string}`,
        );
    }
  }
  return found;
}

/** A memory that was found before, if it still says the same. */
export async function held(tx: TenantTx, found: Row, memory: NewMemory, now: number): Promise<Row | undefined> {
  const [row] = await heldRows(tx, now, sql`m.id = ${found.id as string}`);
  const isSame = row !== undefined && row.content === found.content;
  return isSame && isCurrent(row, memory, now) && !areApart(toRecord(row), memory) ? row : undefined;
}
