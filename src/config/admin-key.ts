import { randomBytes } from 'node:crypto';
import { chmod, link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareFolder } from '../kernel/data-folder.js';
import { randomText } from '../kernel/ids.js';
import { isCredential } from './setting.js';

export interface AdminKey {
  readonly key: string;
  /** Other credentials that are valid as well, during a rotation. */
  readonly others: readonly string[];
  /** Created by this very call. */
  readonly created: boolean;
  /** Where it is stored; null if the operator configured it. */
  readonly file: string | null;
}

const PREFIX = 'rec_admin_';
const RANDOM_CHARACTERS = 40; // 238 bits
const OWNER_ONLY = 0o600;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** The current credential first. */
type Keys = readonly [string, ...string[]];
const keysIn = (text: string) => text.split(/[\s,]+/).filter(Boolean);
const isKeys = (keys: readonly string[]): keys is Keys => keys.length > 0 && keys.every(isCredential);

async function readKept(file: string): Promise<Keys | null> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw new Error(`The admin credential in ${file} cannot be read (${codeOf(error)}).`);
  });
  if (text === null) return null;
  const keys = keysIn(text);
  if (!isKeys(keys)) {
    throw new Error(
      `${file} does not contain an admin credential: delete it to get a new one, or set RECOLLECT_ADMIN_KEY.`,
    );
  }
  // After a restore or a copy it may be readable by others.
  if (((await stat(file)).mode & 0o077) !== 0) await chmod(file, OWNER_ONLY).catch(() => {});
  return keys;
}

const write = (file: string, key: string) => writeFile(file, `${key}\n`, { flag: 'wx', mode: OWNER_ONLY, flush: true });

/** Returns false if another process was faster. The file appears complete or not at all. */
async function keep(file: string, key: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await write(draft, key);
    // Unlike a rename, a link never overwrites what another process has just written there.
    await link(draft, file).catch((error) => {
      const isLinkUnsupported = ['EPERM', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error) ?? '');
      if (!isLinkUnsupported) throw error;
      return write(file, key);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The admin credential: the configured one, else the one stored in the data folder, else a new one, which is stored there. */
export async function ensureAdminKey(settings: { adminKey: readonly string[]; dataDir: string }): Promise<AdminKey> {
  if (isKeys(settings.adminKey)) return found(settings.adminKey, null);
  const file = join(settings.dataDir, 'admin-key');
  prepareFolder(settings.dataDir);
  const kept = await readKept(file);
  if (kept !== null) return found(kept, file);
  const key = PREFIX + randomText(RANDOM_CHARACTERS);
  const isKept = await keep(file, key).catch((error: unknown) => {
    const advice = 'give this user write permission, or choose another folder with RECOLLECT_DATA_DIR';
    throw new Error(`The admin credential ${file} cannot be written (${codeOf(error)}): ${advice}.`, { cause: error });
  });
  if (isKept) return { ...found([key], file), created: true };
  const theirs = await readKept(file);
  if (theirs === null) throw new Error(`${file} disappeared while it was being read: start again.`);
  return found(theirs, file);
}

const found = ([key, ...others]: Keys, file: string | null): AdminKey => ({ key, others, created: false, file });

/** The current credential of the service on this machine, if it is configured here or stored in the data folder. */
export async function currentAdminKey(settings: { adminKey: readonly string[]; dataDir: string }): Promise<string> {
  const kept = () => readFile(join(settings.dataDir, 'admin-key'), 'utf8').catch(() => '');
  return settings.adminKey[0] ?? keysIn(await kept())[0] ?? '';
}
