import { createHash } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { prepareFolder } from '../../kernel/data-folder.js';
import { ERA, eraAt } from '../eras.js';
import { copySqlite, openSqlite, type SqliteHandle, whyUnavailable } from '../sqlite/driver.js';
import { FolderInUse, FolderLock } from '../sqlite/lock.js';
import { type Content, type OpenBackup, syncFolder } from './file.js';
import { BackupProblem, checkSchema, headerOf, noRoom, unknownPart } from './header.js';
import { keyFileParts, keyFilesIn, readParts, writeKeyFiles } from './key-files.js';
import type { Part, PartEnd } from './parts.js';
import type { Restored, TableComparison, Work } from './work.js';

const DATABASE = 'recollect.db';
/** A leftover SQLite file would be taken for a part of the new database. */
const DATABASE_FILES = ['', '-wal', '-shm', '-journal'].map((end) => DATABASE + end);
const RESTORING = `${DATABASE}.restoring`;
/** The part with the database's pages. */
const IMAGE = 'database';
/** Pages copied at a time, 16 MB: between batches, signals are handled and progress is shown. */
const PAGES = 2_048;
const CHUNK = 1_048_576;

/** In the data folder. */
const FOLDER = 'backup';
const SCRATCH = 'scratch';

/** Deletes the copies that a killed backup left behind, unless a backup is running; what cannot be deleted is left to the next one. */
export function clearScratch(dataDir: string): void {
  const folder = join(dataDir, FOLDER);
  if (!existsSync(join(folder, SCRATCH))) return;
  try {
    const lock = FolderLock.take(folder);
    try {
      rmSync(join(folder, SCRATCH), { recursive: true, force: true });
    } finally {
      lock.release();
    }
  } catch {}
}

/**
 * Where copies of the database are stored while they are made and compared: in the data folder, since they are in clear text. One backup at a time.
 */
export async function inScratch<T>(dataDir: string, use: (folder: string) => Promise<T>): Promise<T> {
  if (!existsSync(join(dataDir, DATABASE)))
    throw new BackupProblem(`There is no embedded database in ${dataDir}: name the data folder, or DATABASE_URL.`);
  const folder = prepareFolder(join(dataDir, FOLDER));
  let lock: FolderLock;
  try {
    lock = FolderLock.take(folder);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new BackupProblem(`Another backup of ${dataDir} is running: wait for it to end.`);
  }
  const scratch = join(folder, SCRATCH);
  const clear = () => rmSync(scratch, { recursive: true, force: true });
  try {
    clear(); // left by a backup that was killed
    return await use(prepareFolder(scratch));
  } finally {
    clear();
    lock.release();
  }
}

/** The content of a backup of the embedded database, as of this call; a service may keep writing. */
export async function sqliteContent<T>(
  dataDir: string,
  scratch: string,
  keysOf: string | null,
  work: Work,
  use: (content: Content) => Promise<T>,
): Promise<T> {
  const file = join(scratch, DATABASE);
  const image = await open(file, 'w+', 0o600);
  try {
    const { rows, header } = await takeImage(join(dataDir, DATABASE), file, work);
    work.signal.throwIfAborted();
    return await use({ header, parts: imageParts(image, keysOf), end: async () => ({ rows }) });
  } finally {
    await image.close();
  }
}

async function* imageParts(image: FileHandle, keysOf: string | null): AsyncGenerator<Part> {
  yield { name: IMAGE, data: image.createReadStream({ start: 0, highWaterMark: CHUNK }) };
  if (keysOf !== null) yield* keyFileParts(await keyFilesIn(keysOf));
}

/** SQLite copies the database in one read transaction. Compressing directly from it would block checkpoints of the service's write-ahead log. */
async function takeImage(from: string, to: string, { signal, onProgress }: Work) {
  const live = openSqlite(from);
  // The copy is in clear text, so it is unlinked while it is being made: a killed process then leaves nothing behind. Before the first pages are
  // written, SQLite would consider the file moved. Systems that keep the names of open files keep this one until the end.
  const hide = () => {
    try {
      rmSync(to, { force: true });
    } catch {}
  };
  try {
    live.exec('pragma busy_timeout = 5000; begin');
    const rows = rowsOf(live); // the snapshot begins here
    const version = versionOf(live);
    checkSchema(version);
    const settings = 'settings' in rows ? live.prepare('select name, value from settings').all() : [];
    const size = Number(live.prepare('pragma page_size').get()?.page_size);
    await copySqlite(live, to, PAGES, ({ totalPages, remainingPages }) => {
      hide();
      signal.throwIfAborted();
      onProgress({ doing: 'copy', part: DATABASE, bytes: (totalPages - remainingPages) * size, of: totalPages * size });
    });
    hide();
    return { rows, header: headerOf('sqlite', version, settings as { name: string; value: string }[]) };
  } catch (error) {
    const why = whyUnavailable(error);
    if (why)
      throw new BackupProblem(
        `The copy in ${dirname(to)} could not be made: ${why}. Check the disk, and run this again.`,
      );
    throw error;
  } finally {
    if (live.isTransaction) live.exec('rollback'); // a closed handle may live on until its statements are garbage-collected
    live.close();
  }
}

const versionOf = (handle: SqliteHandle) => Number(handle.prepare('pragma user_version').get()?.user_version);

function rowsOf(handle: SqliteHandle): Record<string, number> {
  const tables = handle
    .prepare("select name from sqlite_schema where type = 'table' and substr(name, 1, 7) <> 'sqlite_' order by name")
    .all();
  const count = (name: string) => Number(handle.prepare(`select count(*) as n from "${name}"`).get()?.n);
  return Object.fromEntries(tables.map(({ name }) => [name as string, count(name as string)]));
}

/** Restores the database into a folder that has none. It appears there complete or not at all. `finish` gets the restored file. */
export async function restoreSqlite(
  backup: OpenBackup,
  dataDir: string,
  { signal }: Work,
  finish: (path: string) => void = beginEra,
): Promise<Restored> {
  const folder = prepareFolder(dataDir);
  const lock = FolderLock.take(folder);
  try {
    const filled = DATABASE_FILES.find((name) => existsSync(join(folder, name)));
    if (filled) {
      throw new BackupProblem(
        `${folder} already contains a database (${filled}): move it elsewhere, for example with mv ${folder} ${folder}.old, and run this again.`,
      );
    }
    const part = join(folder, RESTORING);
    const parts = ['', '-wal', '-shm'].map((end) => part + end);
    const clear = () => Promise.all(parts.map((name) => rm(name, { force: true })));
    await clear(); // left by a restore that was killed
    try {
      const { image, keys } = await readInto(backup, part, signal);
      finish(part);
      const report = await writeKeyFiles(folder, keys);
      await rename(part, join(folder, DATABASE));
      await syncFolder(folder);
      return { rows: backup.parts.end?.rows ?? {}, keys: report, image };
    } catch (error) {
      await clear();
      throw noRoom(error, folder);
    }
  } finally {
    lock.release();
  }
}

/** No prepared statements: one that is not collected yet would keep the file open, and its write-ahead log beside it. */
function beginEra(path: string): void {
  const era = eraAt(Date.now());
  const db = openSqlite(path);
  try {
    db.exec(`begin;
      update sqlite_sequence set seq = max((seq / ${ERA} + 1) * ${ERA}, ${era}) where name = 'journal';
      insert into sqlite_sequence (name, seq) select 'journal', ${era}
        where not exists (select 1 from sqlite_sequence where name = 'journal');
      commit`);
  } finally {
    db.close();
  }
}

async function readInto(backup: OpenBackup, path: string, signal: AbortSignal) {
  const images: PartEnd[] = [];
  const keys = await readParts(backup.parts, signal, async (part) => {
    if (part.name !== IMAGE || images.length > 0) throw unknownPart(part.name);
    const file = await open(path, 'wx', 0o600);
    await pipeline(part.data, file.createWriteStream({ flush: true, highWaterMark: CHUNK }), { signal });
    images.push(part.end);
  });
  const [image] = images;
  if (!image) throw unknownPart('none');
  return { image, keys };
}

/** Restores into `scratch` and compares. */
export async function verifySqlite(backup: OpenBackup, scratch: string, work: Work): Promise<TableComparison[]> {
  const folder = join(scratch, 'restored');
  const { rows, image } = await restoreSqlite(backup, folder, work, () => {});
  const file = join(folder, DATABASE);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: CHUNK }), hash, { signal: work.signal });
  const isSame = hash.digest('hex') === image?.sha256;
  const handle = openSqlite(file);
  try {
    const found = handle.prepare('pragma integrity_check(1)').get()?.integrity_check;
    if (found !== 'ok') throw new BackupProblem(`The restored database is corrupt: ${found}.`);
    const restored = rowsOf(handle);
    return [...new Set([...Object.keys(rows), ...Object.keys(restored)])].sort().map((name) => ({
      name,
      rows: rows[name] ?? 0,
      restored: restored[name] ?? 0,
      same: isSame && rows[name] === restored[name],
    }));
  } finally {
    handle.close();
  }
}
