import { readFileSync } from 'node:fs';

/** Resident memory of a process in MB; 0 if it has ended, or if this is not Linux. */
export function memoryOf(pid: number): number {
  try {
    const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kb ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** The peak memory of the process while it is watched. */
export class MemoryWatch {
  #most = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#timer = setInterval(() => {
      this.#most = Math.max(this.#most, memoryOf(pid));
    }, 200);
  }

  stop(): number {
    clearInterval(this.#timer);
    return this.#most;
  }
}
