import { among, forUpdate, type Sql, sql } from '../../../storage/sql.js';
import { systemRead, type TenantTx, tenantWrite } from '../../../storage/statement.js';

/** Keys of the `limit` items that expired first. */
export const keysWithExpiredItems = systemRead(
  'working.keysWithExpired',
  async (tx, input: { now: number; limit: number }): Promise<string[]> => {
    const found = await tx.all<{ key_id: string }>(sql`select distinct key_id from (select key_id from working_items
      where expires_at <= ${input.now} order by expires_at limit ${input.limit}) as due order by key_id`);
    return found.map((row) => row.key_id);
  },
);

/** Removes the expired items of up to `limit` sessions, and sessions that are left empty. Returns how many items. */
export const sweepItems = tenantWrite(
  'working.sweep',
  async (tx, input: { now: number; limit: number }): Promise<number> => {
    const due = await tx.all<{ session_id: string }>(sql`select distinct session_id from working_items
      where key_id = ${tx.keyId} and expires_at <= ${input.now} order by session_id limit ${input.limit}`);
    const sessions = due.map((row) => row.session_id);
    return removeItems(tx, sessions, sql`expires_at <= ${input.now}`);
  },
);

/**
 * Removes items of sessions, then the sessions that have none left. Locks the sessions' rows first, so that nobody appends in between to a session
 * that is about to be deleted.
 */
export async function removeItems(tx: TenantTx, sessions: readonly string[], which: Sql): Promise<number> {
  if (sessions.length === 0) return 0;
  const theirs = sql`key_id = ${tx.keyId} and ${among(tx.dialect, 'session_id', sessions)}`;
  await tx.all(
    sql`select session_id from working_sessions where ${theirs} order by session_id${forUpdate(tx.dialect)}`,
  );
  const removed = await tx.run(sql`delete from working_items where ${theirs} and ${which}`);
  await tx.run(sql`delete from working_sessions where ${theirs} and not exists (select 1 from working_items i
    where i.key_id = working_sessions.key_id and i.session_id = working_sessions.session_id)`);
  return removed;
}
