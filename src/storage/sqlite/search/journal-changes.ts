import { sql } from '../../sql.js';
import type { SqliteConnection } from '../connection.js';

/** Above this many changed memories, a full load is cheaper than reading each one. */
const CATCH_UP_LIMIT = 5_000;

export interface UserScope {
  keyId: string;
  userId: string;
}

/** The journal may have been trimmed up to here (in `settings`, written by whatever trims it). */
function floorOf(db: SqliteConnection): number {
  const row = db.get<{ value: string }>(sql`select value from settings where name = 'journal_floor'`);
  return Number(row?.value ?? 0);
}

/** The end of the journal in this snapshot, even if all of it has been trimmed. */
export function lastChange(db: SqliteConnection): number {
  const last = db.get<{ seq: number | null }>(sql`select max(seq) as seq from journal`);
  return Math.max(last?.seq ?? 0, floorOf(db));
}

/**
 * The memories of a scope that changed after `seq`; 'all' if the scope has to be reloaded: too much changed, all of it at once, or the journal has
 * been trimmed.
 */
export function changesSince(
  db: SqliteConnection,
  scope: UserScope,
  seq: number,
): { ids: Set<string>; seq: number } | 'all' {
  if (seq < floorOf(db)) return 'all';
  const changes = db.all<{ seq: number; subject: string | null }>(
    sql`select seq, subject from journal where key_id = ${scope.keyId} and user_id = ${scope.userId} and seq > ${seq}
      order by seq limit ${CATCH_UP_LIMIT + 1}`,
  );
  if (changes.length > CATCH_UP_LIMIT || changes.some((change) => change.subject === null)) return 'all';
  // The journal's end, not the scope's last entry: a scope that is read but never changes stays ahead of trimming.
  return { ids: new Set(changes.map((change) => change.subject as string)), seq: lastChange(db) };
}
