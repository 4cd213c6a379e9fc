import { sql } from '../sql.js';
import type { SqliteConnection } from './connection.js';

/** Above this many changed memories a fresh load is cheaper than looking each one up. */
const CATCH_UP_LIMIT = 5_000;

export interface UserScope {
  keyId: string;
  userId: string;
}

export function lastChange(db: SqliteConnection, scope: UserScope): number {
  const last = db.get<{ seq: number | null }>(
    sql`select max(seq) as seq from journal where key_id = ${scope.keyId} and user_id = ${scope.userId}`,
  );
  return last?.seq ?? 0;
}

/** The memories of a scope that changed after `seq`; 'all' when it has to be loaded anew: too much changed, or all of it at once. */
export function changesSince(
  db: SqliteConnection,
  scope: UserScope,
  seq: number,
): { ids: Set<string>; seq: number } | 'all' {
  const changes = db.all<{ seq: number; subject: string | null }>(
    sql`select seq, subject from journal where key_id = ${scope.keyId} and user_id = ${scope.userId} and seq > ${seq}
      order by seq limit ${CATCH_UP_LIMIT + 1}`,
  );
  if (changes.length > CATCH_UP_LIMIT || changes.some((change) => change.subject === null)) return 'all';
  return { ids: new Set(changes.map((change) => change.subject as string)), seq: changes.at(-1)?.seq ?? seq };
}
