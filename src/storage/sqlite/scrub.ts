import { fdatasyncSync, readSync, statSync, writeSync } from 'node:fs';
import type { SqliteConnection } from './connection.js';
import { gapsOf } from './page-gaps.js';
import type { ScrubResult, ScrubStep } from './protocol.js';
import { endQuietly } from './write-group.js';

/** Milliseconds that one step may take: writers wait for it. */
const STEP_MS = 30;
/** Pages read at once. */
const PAGES = 128;
const ZEROS = Buffer.alloc(65_536);
/** The page at one GiB holds SQLite's locks and is never part of the database. */
const LOCK_BYTE = 0x40000000;
/** From this page number on, the first byte of an overflow page could be mistaken for the type of a b-tree page: 256 GiB. */
const MAX_PAGES = 0x02000000;

/** The samples that `pragma optimize` stores are index keys, including names and users; the counts are enough for planning. */
export function forgetSamples(db: SqliteConnection): void {
  const known = db.handle.prepare("select count(*) as n from sqlite_schema where name = 'sqlite_stat4'").get();
  if (Number(known?.n) > 0) endQuietly(db, 'delete from sqlite_stat4');
}

/**
 * One step of a pass over the file that overwrites what deleted rows left in it. `secure_delete` clears what is freed, but a page whose rows were
 * moved to others keeps their bytes between its cell pointers and its content, where nothing reads them.
 *
 * Only those bytes are written, in place. That is safe because (1) the log is empty and the write lock held, so that nobody copies a page into the
 * file meanwhile; (2) whatever these bytes hold, old, new or half of each, the page means the same; (3) SQLite itself relies on writes not affecting
 * neighbouring bytes (power-safe overwrite). The writer's own cached pages are dropped first: it would otherwise write back what they still hold.
 */
export function scrubPages(db: SqliteConnection, { fd, page }: ScrubStep): ScrubResult {
  const began = performance.now();
  if (page === 1) forgetSamples(db);
  if (!db.emptyLog()) return null;
  try {
    db.exec('begin immediate; pragma shrink_memory');
    if (logSize(db) > 0) return null;
    const size = pageSizeOf(db);
    const count = Number((db.handle.prepare('pragma page_count').get() as { page_count: number }).page_count);
    if (count >= MAX_PAGES) return null;
    let next = page;
    const buffer = Buffer.alloc(PAGES * size);
    do {
      const pages = Math.min(PAGES, count - next + 1);
      readSync(fd, buffer, 0, pages * size, (next - 1) * size);
      for (let i = 0; i < pages; i++) clear(fd, buffer.subarray(i * size, (i + 1) * size), next + i, size);
      next += pages;
    } while (next <= count && performance.now() - began < STEP_MS);
    fdatasyncSync(fd);
    return { next: next <= count ? next : null, ms: performance.now() - began };
  } catch {
    return null; // the disk does not allow it now
  } finally {
    endQuietly(db, 'rollback');
  }
}

function clear(fd: number, page: Buffer, number: number, size: number): void {
  const at = (number - 1) * size;
  if (at === LOCK_BYTE) return;
  for (const { start, end } of gapsOf(page, number === 1 ? 100 : 0)) {
    const gap = page.subarray(start, end);
    const zeros = ZEROS.subarray(0, gap.length);
    if (!gap.equals(zeros)) writeSync(fd, zeros, 0, gap.length, at + start);
  }
}

const logSize = (db: SqliteConnection) => statSync(`${db.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
const pageSizeOf = (db: SqliteConnection) =>
  Number((db.handle.prepare('pragma page_size').get() as { page_size: number }).page_size);
