import { rm, stat } from 'node:fs/promises';
import { type Place, placeFor, removeOld } from './destination.js';
import { accept, type OpenBackup, openBackup, readThrough, writeBackup } from './file.js';
import { type BackupHeader, BackupProblem } from './header.js';
import { keyFilesIn } from './key-files.js';
import { connected, postgresContent, restorePostgres, verifyPostgres } from './postgres.js';
import { inScratch, restoreSqlite, sqliteContent, verifySqlite } from './sqlite.js';
import type { Restored, TableComparison, Work } from './work.js';

/** The database that a configuration points to. */
export interface Source {
  dataDir: string;
  /** PostgreSQL, instead of the embedded database. */
  databaseUrl: string | undefined;
}

export interface BackupReport {
  path: string;
  bytes: number;
  header: BackupHeader;
  rows: Record<string, number>;
  /** Set if the backup was restored into a scratch place. */
  tables: TableComparison[] | null;
  /** Credentials in the data folder that the backup does not contain because it is not encrypted. */
  left: string[];
  /** Older backups that were deleted. */
  removed: string[];
}

/** Makes a backup while the service runs. The file gets its name after it has been read back; only then are older backups deleted. */
export async function backUp(
  source: Source,
  target: string,
  options: { passphrase: string | null; verify: boolean; keep: number | null },
  work: Work,
): Promise<BackupReport> {
  const place = await placeFor(target);
  if (options.keep !== null && place.folder === null)
    throw new BackupProblem('--keep deletes older backups in a folder: name a folder, not a file.');
  const { databaseUrl: url, dataDir } = source;
  const keysOf = options.passphrase === null ? null : dataDir;
  try {
    const made = await (url === undefined
      ? inScratch(dataDir, async (scratch) => {
          const header = await sqliteContent(dataDir, scratch, keysOf, work, (content) =>
            write(place, content, options.passphrase, work),
          );
          return {
            header,
            ...(await readAgain(place, options, work, (backup) => verifySqlite(backup, scratch, work))),
          };
        })
      : connected(url, 'recollect backup', async (client) => {
          const content = await postgresContent(client, keysOf, work);
          const header = await write(place, content, options.passphrase, work);
          return {
            header,
            ...(await readAgain(place, options, work, (backup) => verifyPostgres(client, backup, work))),
          };
        }));
    const { size: bytes } = await stat(place.part);
    work.signal.throwIfAborted();
    await accept(place.part, place.path);
    const removed =
      place.folder !== null && options.keep !== null
        ? await removeOld(place.folder, options.keep, made.header.database)
        : [];
    const left = keysOf === null ? [...(await keyFilesIn(dataDir)).keys()] : [];
    return { path: place.path, bytes, ...made, left, removed };
  } catch (error) {
    await rm(place.part, { force: true });
    throw error;
  }
}

function write(place: Place, content: Parameters<typeof writeBackup>[1], passphrase: string | null, work: Work) {
  let bytes = 0;
  const onBytes = (part: string, more: number) => {
    bytes += more;
    work.onProgress({ doing: 'write', part, bytes, of: null });
  };
  return writeBackup(place.part, content, { passphrase, signal: work.signal, onBytes });
}

/** Reads the whole file back; throws a problem that says why it cannot be trusted. */
async function readAgain(
  place: Place,
  options: { passphrase: string | null; verify: boolean },
  work: Work,
  verify: (backup: OpenBackup) => Promise<TableComparison[]>,
): Promise<{ rows: Record<string, number>; tables: TableComparison[] | null }> {
  return opened(place.part, options, options.verify ? 'verify' : 'read back', work, async (backup) => {
    const tables = options.verify ? await verify(backup) : null;
    if (!tables) await readThrough(backup);
    refuseDifferent(tables);
    return { rows: backup.parts.end?.rows ?? {}, tables };
  });
}

function refuseDifferent(tables: TableComparison[] | null): void {
  const different = tables?.filter(({ same }) => !same) ?? [];
  if (different.length === 0) return;
  const names = different.map(({ name, rows, restored }) => `${name}: ${rows} rows, restored ${restored}`);
  throw new BackupProblem(
    `The restored data differs from the backup (${names.join('; ')}): make another backup, and report this.`,
  );
}

async function opened<T>(
  path: string,
  { passphrase }: { passphrase: string | null },
  doing: 'read back' | 'verify' | 'restore',
  work: Work,
  use: (backup: OpenBackup) => Promise<T>,
): Promise<T> {
  let bytes = 0;
  let of = 0;
  const backup = await openBackup(path, passphrase, (more) => {
    work.signal.throwIfAborted();
    bytes += more;
    work.onProgress({ doing, part: '', bytes, of });
  });
  of = backup.size;
  try {
    return await use(backup);
  } finally {
    await backup.close();
  }
}

/** Restores into the scratch place of the backup's engine and compares every table. The caller provides the folder `scratch`. */
export async function verifyBackup(
  path: string,
  source: { databaseUrl: string | undefined; scratch: string },
  options: { passphrase: string | null },
  work: Work,
): Promise<{ header: BackupHeader; tables: TableComparison[] }> {
  return opened(path, options, 'verify', work, async (backup) => {
    const { header } = backup;
    if (header.engine === 'postgres' && source.databaseUrl === undefined) {
      throw new BackupProblem(
        `${path} is a backup of PostgreSQL: name a server for the scratch schema with DATABASE_URL.`,
      );
    }
    const tables =
      header.engine === 'sqlite'
        ? await verifySqlite(backup, source.scratch, work)
        : await connected(source.databaseUrl as string, 'recollect backup verify', (client) =>
            verifyPostgres(client, backup, work),
          );
    refuseDifferent(tables);
    return { header, tables };
  });
}

/** Restores a backup into an empty data folder or an empty database: all of it or nothing. */
export async function restoreBackup(
  path: string,
  { dataDir, databaseUrl }: Source,
  options: { passphrase: string | null },
  work: Work,
): Promise<Restored & { header: BackupHeader }> {
  return opened(path, options, 'restore', work, async (backup) => {
    const { header } = backup;
    if (header.engine === 'sqlite' && databaseUrl !== undefined) {
      throw new BackupProblem(
        `${path} is a backup of SQLite: restore it into a data folder, without DATABASE_URL; recollect migrate then moves it to PostgreSQL.`,
      );
    }
    if (header.engine === 'postgres' && databaseUrl === undefined)
      throw new BackupProblem(`${path} is a backup of PostgreSQL: name an empty database with DATABASE_URL.`);
    const restored =
      databaseUrl === undefined
        ? await restoreSqlite(backup, dataDir, work)
        : await connected(databaseUrl, 'recollect restore', (client) => restorePostgres(client, backup, dataDir, work));
    return { header, ...restored };
  });
}
