import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DAY } from '../../kernel/clock.js';
import { prepareFolder } from '../../kernel/data-folder.js';
import { type BackupHeader, BackupProblem, readHeader } from './header.js';

/** The names that we give to backups in a folder. */
const NAMED = /^recollect-\d{8}T\d{9}Z\.backup$/;
const UNFINISHED = /^recollect-\d{8}T\d{9}Z\.backup\.\d+\.part$/;
/** A file that has not changed for this long has no writer any more: the process was killed. */
const ABANDONED_MS = DAY;

export interface Place {
  /** The name of the complete backup. */
  path: string;
  /** Its name until then. */
  part: string;
  /** Set if we choose the name: the folder may contain older backups. */
  folder: string | null;
}

const headerIn = async (path: string): Promise<BackupHeader | null> => {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return null;
  try {
    return (await readHeader(file, path)).header;
  } catch {
    return null;
  } finally {
    await file.close();
  }
};

/** A folder, or a path that ends like one, gets a file named after the time; an existing file is replaced only if it is a backup. */
export async function placeFor(target: string, now = new Date()): Promise<Place> {
  const path = resolve(target);
  const found = await stat(path).catch(() => null);
  const at = (file: string, folder: string | null) => ({ path: file, part: `${file}.${process.pid}.part`, folder });
  if (found?.isDirectory() || (!found && /[/\\]$/.test(target)))
    return at(join(prepareTarget(path), `recollect-${now.toISOString().replace(/[-:.]/g, '')}.backup`), path);
  if (found && !(await headerIn(path)))
    throw new BackupProblem(`${path} exists and is not a backup of Recollect: choose another name.`);
  if (!(await stat(dirname(path)).catch(() => null))?.isDirectory())
    throw new BackupProblem(`The folder ${dirname(path)} does not exist: create it first.`);
  return at(path, null);
}

function prepareTarget(folder: string): string {
  try {
    return prepareFolder(folder);
  } catch (error) {
    const { code } = (error as Error).cause as NodeJS.ErrnoException;
    throw new BackupProblem(`The folder ${folder} cannot be written (${code}): give this user write permission.`);
  }
}

/** Deletes all but the newest `keep` backups of the same database in the folder; returns their names. */
export async function removeOld(
  folder: string,
  keep: number,
  database: string | null,
  now = Date.now(),
): Promise<string[]> {
  const found: { name: string; at: string }[] = [];
  for (const name of await readdir(folder)) {
    if (UNFINISHED.test(name) && (await stat(join(folder, name))).mtimeMs < now - ABANDONED_MS)
      await rm(join(folder, name), { force: true });
    if (!NAMED.test(name)) continue;
    const header = await headerIn(join(folder, name));
    if (header && header.database === database) found.push({ name: basename(name), at: header.created_at });
  }
  found.sort((a, b) => (a.at < b.at ? 1 : -1));
  const old = found.slice(keep).map(({ name }) => name);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
}
