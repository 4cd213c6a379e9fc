import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../storage/sqlite/driver.js';
import { bad, type CheckResult, good } from './check.js';

/** Reads without taking the lock, so that a service starting at this moment is not refused. */
function isHeld(file: string): boolean {
  const handle = openSqlite(file);
  try {
    handle.exec('pragma busy_timeout = 0; select count(*) from sqlite_master');
    return false;
  } catch (error) {
    if (/locked|busy/i.test(String(error))) return true;
    throw error;
  } finally {
    handle.close();
  }
}

function holderOf(folder: string): string {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'));
    return `process ${pid} on ${host} since ${since}`;
  } catch {
    return 'another process';
  }
}

/** Whether another process uses the embedded database. `running` says that it is the service itself. */
export function checkLock(folder: string, running: boolean): CheckResult {
  const file = join(folder, 'lock.db');
  if (!existsSync(file)) return good('lock', 'free');
  try {
    if (!isHeld(file)) return good('lock', 'free');
  } catch (error) {
    return bad('lock', `${file} cannot be read (${String(error)})`, 'Check the permissions of the data folder.');
  }
  const holder = holderOf(folder);
  if (running) return good('lock', `held by ${holder}, the service that is running`);
  return bad('lock', `held by ${holder}`, 'Stop that process, or choose another RECOLLECT_DATA_DIR.');
}
