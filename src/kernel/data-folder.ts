import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const OWNER_ONLY = 0o600;
/** The files that the service stores in its folder. */
const OURS = /^(recollect\.db(-wal|-shm|-journal)?|lock\.(db|db-journal|json)|admin-key|service\.json)$/;

/** Returns the data folder and creates it if it does not exist. Throws a readable error if it cannot be used. */
export function prepareFolder(given: string): string {
  const folder = resolve(given);
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const advice = 'give this user write permission, or choose another folder with RECOLLECT_DATA_DIR';
    throw new Error(`The data folder ${folder} cannot be written (${code}): ${advice}.`, { cause: error });
  }
  return folder;
}

/** One level at a time: Node's own `recursive` never returns if a parent exists but accepts no folders, as in /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = resolve(folder, '..');
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

/** Restricts files that others could read, from earlier or because of a wide umask, to the owner; the folder itself is left as it is. */
export function keepPrivate(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (OURS.test(name) && (statSync(file).mode & 0o077) !== 0) chmodSync(file, OWNER_ONLY);
  }
}

/** Creates a file readable only by the owner, before something else creates it with the umask's permissions. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ONLY));
}
