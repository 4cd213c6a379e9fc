import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Niceness added relative to the threads that serve everybody. Work that a single caller can make large comes last; no thread starves. */
const NICENESS = { embedding: 3, bulk: 8 } as const;

/**
 * Lowers the priority of the calling thread below the others in this process. Linux has one priority per thread; elsewhere this does
 * nothing, because it would slow down the whole process.
 */
export function lowerThreadPriority(work: keyof typeof NICENESS): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
    setPriority(thread, NICENESS[work]);
  } catch {
    // A sandbox may hide /proc or forbid this: everything still works, only less evenly.
  }
}
