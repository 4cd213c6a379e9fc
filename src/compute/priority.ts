import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Enough that a thread which serves everybody runs first when both want the same core; no thread starves. */
const NICENESS = 5;

/**
 * Lowers the priority of the calling thread below that of the others in this process. Linux keeps one per thread; elsewhere this does nothing,
 * because it would slow down the whole process.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
    setPriority(thread, NICENESS);
  } catch {
    // A sandbox may hide /proc or forbid it: everything works, only less evenly.
  }
}
