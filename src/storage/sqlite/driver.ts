/** The one place that knows the SQLite package: its API is that of `node:sqlite`, which takes over when Node 20 goes. */
import { backup, DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';

export type SqliteHandle = DatabaseSyncInstance;
export type SqliteStatement = StatementSyncInstance;
export const openSqlite = (path: string): SqliteHandle => between(new DatabaseSync(path));

/** SQLite's own copy of a database, page by page; inside a read transaction of `handle` it is of the moment when that began. */
export const copySqlite = (
  handle: SqliteHandle,
  to: string,
  rate: number,
  progress: (pages: { totalPages: number; remainingPages: number }) => void,
): Promise<number> => backup(handle, to, { rate, progress });

let between = (handle: SqliteHandle): SqliteHandle => handle;
/** For tests that let the disk fail: every handle opened from now on goes through `wrap`. */
export function interpose(wrap: (handle: SqliteHandle) => SqliteHandle): void {
  between = wrap;
}

/** SQLite's primary result codes that mean "not now": the caller may try again, nothing was written. */
const NOT_NOW: Record<number, string> = {
  5: 'the database is busy',
  6: 'the database is locked',
  8: 'the data folder cannot be written to',
  10: 'the disk answers with errors',
  13: 'the disk is full',
  14: 'the database file cannot be opened',
};

/** A sentence about why the engine cannot serve now, or null when the error is something else. */
export function whyUnavailable(error: unknown): string | null {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? (NOT_NOW[code & 255] ?? null) : null;
}
