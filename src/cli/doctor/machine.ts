import { randomBytes } from 'node:crypto';
import { access, constants, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bad, type CheckResult, good, warning } from './check.js';

/** The oldest major version of Node.js that the package supports, as in package.json. */
const OLDEST_NODE = 20;

export function checkNode(version = process.versions.node): CheckResult {
  const supported = Number(version.split('.')[0]) >= OLDEST_NODE;
  if (supported) return good('node', `version ${version}`);
  return bad('node', `version ${version} is too old`, `Install Node.js ${OLDEST_NODE} or newer.`);
}

async function nearestExisting(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  const parent = dirname(folder);
  return found || parent === folder ? folder : nearestExisting(parent);
}

/** Checks without leaving anything behind: a folder that does not exist yet is not created. */
export async function checkDataFolder(folder: string): Promise<CheckResult> {
  const existing = await nearestExisting(folder);
  const advice = `Give this user write permission for ${existing}, or choose another folder with RECOLLECT_DATA_DIR.`;
  try {
    await access(existing, constants.W_OK | constants.X_OK);
    if (existing !== folder) return good('data folder', `${folder} does not exist yet and can be created`);
    // A read-only mount or a full disk shows only on a write.
    const probe = join(folder, `.doctor-${randomBytes(6).toString('hex')}`);
    try {
      await writeFile(probe, 'x', { flag: 'wx' });
    } finally {
      await rm(probe, { force: true });
    }
    return good('data folder', `${folder} can be written to`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return bad('data folder', `${folder} cannot be written to (${code})`, advice);
  }
}

const GB = 1024 ** 3;
/** Below this, an import or a migration may fill the disk, and then the next write fails. */
const LITTLE = 5 * GB;
const TOO_LITTLE = GB / 2;

/** The space left for the data folder. */
export async function checkDisk(folder: string): Promise<CheckResult> {
  const existing = await nearestExisting(folder);
  try {
    const { bavail, blocks, bsize } = await statfs(existing);
    return checkFreeSpace(bavail * bsize, blocks * bsize);
  } catch (error) {
    return good('disk', `the free space of ${existing} is unknown (${(error as NodeJS.ErrnoException).code})`);
  }
}

export function checkFreeSpace(free: number, total: number): CheckResult {
  const detail = `${(free / GB).toFixed(1)} GB of ${(total / GB).toFixed(1)} GB are free`;
  const advice =
    'Free some space, or move the data folder (RECOLLECT_DATA_DIR). When the disk is full, writes return 503.';
  if (free < TOO_LITTLE) return bad('disk', detail, advice);
  return free < LITTLE ? warning('disk', detail, advice) : good('disk', detail);
}
