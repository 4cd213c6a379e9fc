import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makePrivate, prepareFolder } from '../../kernel/data-folder.js';
import { openSqlite, type SqliteHandle } from './driver.js';

/** Another process holds the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * One process per data folder. The lock is an exclusive SQLite transaction on a file of its own: the operating system releases it when the process
 * dies, however it dies. A second file names the holder.
 */
export class FolderLock {
  readonly #handle: SqliteHandle;

  private constructor(handle: SqliteHandle) {
    this.#handle = handle;
  }

  static take(folder: string): FolderLock {
    prepareFolder(folder);
    const holderFile = join(folder, 'lock.json');
    const lockFile = join(folder, 'lock.db');
    makePrivate(lockFile);
    const handle = openSqlite(lockFile);
    try {
      handle.exec('pragma busy_timeout = 0; begin exclusive');
    } catch (error) {
      handle.close();
      if (!/locked|busy/i.test(String(error))) throw error;
      throw new FolderInUse(
        `The data folder ${folder} is in use by ${describeHolder(holderFile)}. Stop it, or choose another RECOLLECT_DATA_DIR.`,
      );
    }
    writeFileSync(holderFile, JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() }), {
      mode: 0o600,
    });
    return new FolderLock(handle);
  }

  release(): void {
    this.#handle.close();
  }
}

function describeHolder(file: string): string {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8'));
    return `process ${holder.pid} on ${holder.host} (since ${holder.since})`;
  } catch {
    return 'another process';
  }
}
