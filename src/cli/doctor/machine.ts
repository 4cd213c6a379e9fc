import { randomBytes } from 'node:crypto';
import { access, constants, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bad, type CheckResult, good } from './check.js';

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

/** Looks without leaving anything behind: a folder that does not exist yet is not made. */
export async function checkDataFolder(folder: string): Promise<CheckResult> {
  const existing = await nearestExisting(folder);
  const advice = `Give this user write permission for ${existing}, or choose another folder with RECOLLECT_DATA_DIR.`;
  try {
    await access(existing, constants.W_OK | constants.X_OK);
    if (existing !== folder) return good('data folder', `${folder} does not exist yet and can be created`);
    // A read-only mount or a full disk shows only when something is written.
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
