import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

// The holder touches the file this often; a process that finds it untouched for much longer takes it over. Milliseconds.
const HEARTBEAT = 5_000;
const STALE_AFTER = 30_000;
const LOOK_AGAIN = 200;

function holderIsDead(content: string): boolean {
  const [host, pid] = content.split('\n');
  if (host !== hostname() || !pid) return false; // process ids of another machine mean nothing here
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function removeIfStale(path: string): Promise<void> {
  try {
    const [content, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    if (holderIsDead(content) || Date.now() - mtimeMs > STALE_AFTER) await rm(path, { force: true });
  } catch {
    // Deleted in the meantime: the next attempt to take it decides.
  }
}

/**
 * Runs `work` while no other process does so under the same lock. It only avoids duplicate work: if two processes both remove a stale lock, whatever
 * they write is still checked by its hash.
 */
export async function withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  for (;;) {
    signal?.throwIfAborted();
    try {
      await writeFile(path, `${hostname()}\n${process.pid}\n`, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await removeIfStale(path);
      await pause(LOOK_AGAIN, undefined, { signal });
    }
  }
  const heartbeat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), HEARTBEAT);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(path, { force: true });
  }
}
