import { createHash } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makePrivate, prepareFolder } from '../../kernel/data-folder.js';
import { copySqlite, openSqlite, type SqliteHandle } from '../sqlite/driver.js';
import { FolderInUse, FolderLock } from '../sqlite/lock.js';
import { type Content, type OpenBackup, syncFolder } from './file.js';
import { BackupProblem, checkSchema, headerOf, unknownPart } from './header.js';
import { keyFileParts, keyFilesIn, readKeyFile, writeKeyFiles } from './key-files.js';
import type { Part, PartEnd } from './parts.js';
import type { Restored, TableComparison, Work } from './work.js';

const DATABASE = 'recollect.db';
/** A file of SQLite's that is left over would be taken for a part of the new database. */
const OF_A_DATABASE = ['', '-wal', '-shm', '-journal'].map((end) => DATABASE + end);
const RESTORING = `${DATABASE}.restoring`;
/** The part with the database's pages. */
const IMAGE = 'database';
/** Pages copied at a time, 16 MB: in between, signals are heard and progress is shown. */
const PAGES = 2_048;
const CHUNK = 1_048_576;

/** Where copies of the database lie while they are made and compared: in the data folder, since they are in clear. One backup at a time. */
export async function inScratch<T>(dataDir: string, use: (folder: string) => Promise<T>): Promise<T> {
  if (!existsSync(join(dataDir, DATABASE))) {
    throw new BackupProblem(`There is no embedded database in ${dataDir}: name the data folder, or DATABASE_URL.`);
  }
  const folder = prepareFolder(join(dataDir, 'backup'));
  let lock: FolderLock;
  try {
    lock = FolderLock.take(folder);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new BackupProblem(`Another backup of ${dataDir} is running: wait for it to end.`);
  }
  const scratch = join(folder, 'scratch');
  const clear = () => rmSync(scratch, { recursive: true, force: true });
  try {
    clear(); // of one that was killed
    return await use(prepareFolder(scratch));
  } finally {
    clear();
    lock.release();
  }
}

/** What goes into a backup of the embedded database, as it is when this is called; a service may go on writing. */
export async function sqliteContent(dataDir: string, scratch: string, keysOf: string | null, work: Work) {
  const image = join(scratch, DATABASE);
  await takeImage(join(dataDir, DATABASE), image, work);
  const handle = openSqlite(image);
  try {
    const rows = rowsOf(handle);
    const settings = 'settings' in rows ? handle.prepare('select name, value from settings').all() : [];
    const content: Content = {
      header: headerOf('sqlite', versionOf(handle), settings as { name: string; value: string }[]),
      parts: imageParts(image, keysOf),
      end: async () => ({ rows }),
    };
    return content;
  } finally {
    handle.close();
  }
}

async function* imageParts(image: string, keysOf: string | null): AsyncGenerator<Part> {
  yield { name: IMAGE, data: createReadStream(image, { highWaterMark: CHUNK }) };
  if (keysOf !== null) yield* keyFileParts(await keyFilesIn(keysOf));
}

/** SQLite copies it in one read transaction. Compressing straight from there would keep the service's log from being folded back. */
async function takeImage(from: string, to: string, { signal, tell }: Work): Promise<void> {
  const live = openSqlite(from);
  try {
    live.exec('pragma busy_timeout = 5000; begin');
    live.prepare('select count(*) from sqlite_schema').get(); // from here on it sees one moment
    checkSchema(versionOf(live));
    const size = Number(live.prepare('pragma page_size').get()?.page_size);
    makePrivate(to);
    await copySqlite(live, to, PAGES, ({ totalPages, remainingPages }) => {
      signal.throwIfAborted();
      tell({ doing: 'copy', part: DATABASE, bytes: (totalPages - remainingPages) * size, of: totalPages * size });
    });
  } finally {
    if (live.isTransaction) live.exec('rollback'); // a handle that is closed may live on until its statements are collected
    live.close();
  }
  signal.throwIfAborted();
}

const versionOf = (handle: SqliteHandle) => Number(handle.prepare('pragma user_version').get()?.user_version);

function rowsOf(handle: SqliteHandle): Record<string, number> {
  const tables = handle
    .prepare("select name from sqlite_schema where type = 'table' and substr(name, 1, 7) <> 'sqlite_' order by name")
    .all();
  const count = (name: string) => Number(handle.prepare(`select count(*) as n from "${name}"`).get()?.n);
  return Object.fromEntries(tables.map(({ name }) => [name as string, count(name as string)]));
}

/** Puts the database into a folder that has none. It appears there complete or not at all. */
export async function restoreSqlite(backup: OpenBackup, dataDir: string, { signal }: Work): Promise<Restored> {
  const folder = prepareFolder(dataDir);
  const lock = FolderLock.take(folder);
  try {
    const filled = OF_A_DATABASE.find((name) => existsSync(join(folder, name)));
    if (filled) {
      throw new BackupProblem(
        `${folder} holds a database already (${filled}): move it away, for example with mv ${folder} ${folder}.old, and run this again.`,
      );
    }
    const part = join(folder, RESTORING);
    await rm(part, { force: true }); // of a restore that was killed
    try {
      const { image, keys } = await readInto(backup, part, signal);
      const report = await writeKeyFiles(folder, keys);
      await rename(part, join(folder, DATABASE));
      await syncFolder(folder);
      return { rows: backup.parts.end?.rows ?? {}, keys: report, image };
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  } finally {
    lock.release();
  }
}

async function readInto(backup: OpenBackup, path: string, signal: AbortSignal) {
  const keys = new Map<string, Buffer>();
  let image: PartEnd | null = null;
  for await (const part of backup.parts) {
    signal.throwIfAborted();
    const key = await readKeyFile(part);
    if (key) {
      keys.set(...key);
      continue;
    }
    if (part.name !== IMAGE || image) throw unknownPart(part.name);
    const file = await open(path, 'wx', 0o600);
    await pipeline(part.data, file.createWriteStream({ flush: true, highWaterMark: CHUNK }), { signal });
    image = part.end;
  }
  if (!image) throw unknownPart('none');
  return { image, keys };
}

/** Restores into `scratch` and compares. */
export async function verifySqlite(backup: OpenBackup, scratch: string, work: Work): Promise<TableComparison[]> {
  const folder = join(scratch, 'restored');
  const { rows, image } = await restoreSqlite(backup, folder, work);
  const file = join(folder, DATABASE);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: CHUNK }), hash, { signal: work.signal });
  const isSame = hash.digest('hex') === image?.sha256;
  const handle = openSqlite(file);
  try {
    const found = handle.prepare('pragma integrity_check(1)').get()?.integrity_check;
    if (found !== 'ok') throw new BackupProblem(`The restored database is not sound: ${found}.`);
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
