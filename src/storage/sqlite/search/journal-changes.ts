import { sql } from '../../sql.js';
import type { SqliteConnection } from '../connection.js';

/** Entries that are read at a time. */
const PAGE = 1_000;
/** With more entries than this, and more than a quarter as many as the scope has memories, a full load is cheaper than reading each memory. */
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
 * Calls `refresh` for every memory of a scope that changed since `cached.seq`, in order, and moves `cached.seq` along: interrupted, it continues from
 * there. Returns false if the scope has to be reloaded: too much changed, everything was erased at once, the journal has been trimmed, or `refresh`
 * says so.
 */
export function catchUp(
  db: SqliteConnection,
  scope: UserScope,
  cached: { seq: number },
  size: number,
  refresh: (id: string) => boolean,
): boolean {
  if (cached.seq < floorOf(db)) return false;
  const most = Math.max(CATCH_UP_LIMIT, size >> 2);
  const seen = new Set<string>();
  for (let read = 0, count = PAGE; count === PAGE; read += count) {
    const changes = db.all<{ seq: number; subject: string | null }>(
      sql`select seq, subject from journal where key_id = ${scope.keyId} and user_id = ${scope.userId} and seq > ${cached.seq}
        order by seq limit ${PAGE}`,
    );
    count = changes.length;
    if (read + count > most || changes.some(({ subject }) => subject === null)) return false;
    for (const { seq, subject } of changes as { seq: number; subject: string }[]) {
      if (!seen.has(subject) && !refresh(subject)) return false;
      seen.add(subject);
      cached.seq = seq;
      db.noteProgress();
    }
  }
  // The journal's end, not the scope's last entry: a scope that is read but never changes stays ahead of trimming.
  cached.seq = lastChange(db);
  return true;
}
