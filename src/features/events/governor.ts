import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** How much callers ask of the service. */
export interface Foreground {
  /** Calls being worked on now. */
  readonly inFlight: number;
  /** Calls since the start. */
  readonly begun: number;
}

/** How often the load is measured anew. */
const WINDOW_MS = 100;
/** Shares of one event loop and of all cores from which on deliveries would take time away from callers. */
const BUSY_LOOP = 0.6;
const BUSY_CORES = 0.75;
/** Attempts a second of this node while callers need it all: enough to go on, too few to be noticed. */
const RESTRAINED_PER_SECOND = 60;

/** Lets deliveries run as fast as they can while there is room, and slowly while callers keep the machine busy: they come first. */
export class Governor {
  readonly #foreground: () => Foreground;
  #loop = performance.eventLoopUtilization();
  #cpu = process.cpuUsage();
  #begun = 0;
  #measuredAt = performance.now();
  #restrained = false;
  #next = 0;

  constructor(foreground: () => Foreground) {
    this.#foreground = foreground;
  }

  /** Resolves when one more attempt may begin. */
  async turn(): Promise<void> {
    if (!this.#isBusy()) return;
    const now = performance.now();
    this.#next = Math.max(this.#next, now) + 1_000 / RESTRAINED_PER_SECOND;
    await pause(this.#next - now);
  }

  #isBusy(): boolean {
    const now = performance.now();
    const elapsed = now - this.#measuredAt;
    if (elapsed < WINDOW_MS) return this.#restrained;
    const loop = performance.eventLoopUtilization();
    const busyLoop = performance.eventLoopUtilization(loop, this.#loop).utilization;
    const cpu = process.cpuUsage(this.#cpu);
    const cores = (cpu.user + cpu.system) / 1_000 / elapsed / availableParallelism();
    const { inFlight, begun } = this.#foreground();
    const called = inFlight > 0 || begun > this.#begun;
    this.#restrained = called && (busyLoop > BUSY_LOOP || cores > BUSY_CORES);
    this.#loop = loop;
    this.#cpu = process.cpuUsage();
    this.#begun = begun;
    this.#measuredAt = now;
    return this.#restrained;
  }
}
