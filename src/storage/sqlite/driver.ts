/** The only file that knows the SQLite package: its API is that of `node:sqlite`, which replaces it when Node 20 support ends. */
import { backup, DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';

export type SqliteHandle = DatabaseSyncInstance;
export type SqliteStatement = StatementSyncInstance;
export const openSqlite = (path: string): SqliteHandle => between(new DatabaseSync(path));

/** SQLite's own page-by-page copy of a database; inside a read transaction of `handle` it is as of the start of that transaction. */
export const copySqlite = (
  handle: SqliteHandle,
  to: string,
  rate: number,
  progress: (pages: { totalPages: number; remainingPages: number }) => void,
): Promise<number> => backup(handle, to, { rate, progress });

let between = (handle: SqliteHandle): SqliteHandle => handle;
/** For tests that make the disk fail: every handle opened from now on goes through `wrap`. */
export function interpose(wrap: (handle: SqliteHandle) => SqliteHandle): void {
  between = wrap;
}

/** SQLite's primary result codes that mean "not now": the caller may retry, nothing was written. */
const NOT_NOW: Record<number, string> = {
  5: 'the database is busy',
  6: 'the database is locked',
  8: 'the data folder cannot be written to',
  10: 'the disk returns errors',
  13: 'the disk is full',
  14: 'the database file cannot be opened',
};

/** Why the engine is unavailable, as a sentence; null if the error is something else. */
export function whyUnavailable(error: unknown): string | null {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? (NOT_NOW[code & 255] ?? null) : null;
}
