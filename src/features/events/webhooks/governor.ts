import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** The load from callers. */
export interface Foreground {
  /** Calls in flight. */
  readonly inFlight: number;
  /** Calls since the start. */
  readonly begun: number;
}

/** How often the load is measured. */
const WINDOW_MS = 200;
/** Above these shares of the event loop and of the machine's cores, deliveries would take time away from callers. */
const BUSY_LOOP = 0.6;
const BUSY_CORES = 0.8;
/** An attempt costs about as much as a call without embedding: this many attempts per call are hardly noticed. */
const ATTEMPTS_PER_CALL = 0.04;
/** The least attempts per second, so that deliveries continue however busy callers keep the node. */
const MIN_PER_SECOND = 5;

/** Lets deliveries run at full speed while there is capacity, and slowly while callers need the machine: callers come first. */
export class Governor {
  readonly #foreground: () => Foreground;
  readonly #cores: () => CoreTimes;
  #loop = performance.eventLoopUtilization();
  #cpu: CoreTimes;
  #begun = 0;
  #measuredAt = performance.now();
  /** Attempts per second; null: unlimited. */
  #rate: number | null = null;
  #next = 0;

  constructor(foreground: () => Foreground, cores: () => CoreTimes = coreTimes) {
    this.#foreground = foreground;
    this.#cores = cores;
    this.#cpu = cores();
  }

  /** Resolves when one more attempt may begin; at once if the load is gone by then. */
  async turn(): Promise<void> {
    if (this.#isFree()) return;
    const slot = Math.max(this.#next, performance.now());
    this.#next = slot + 1_000 / (this.#rate ?? MIN_PER_SECOND);
    for (let wait = slot - performance.now(); wait > 0; wait = slot - performance.now()) {
      await pause(Math.min(wait, WINDOW_MS));
      if (this.#isFree()) return;
    }
  }

  #isFree(): boolean {
    if (performance.now() - this.#measuredAt >= WINDOW_MS) this.#measure();
    return this.#rate === null;
  }

  #measure(): void {
    const now = performance.now();
    const loop = performance.eventLoopUtilization();
    const cpu = this.#cores();
    const { inFlight, begun } = this.#foreground();
    const calls = Math.max(begun - this.#begun, inFlight);
    const busyLoop = performance.eventLoopUtilization(loop, this.#loop).utilization;
    // For the whole machine: what other processes use is not available to callers either.
    const passed = cpu.all - this.#cpu.all;
    const busyCores = passed > 0 ? 1 - (cpu.idle - this.#cpu.idle) / passed : 0; // unknown where /proc is restricted
    const perSecond = (calls * 1_000) / (now - this.#measuredAt);
    const isBusy = calls > 0 && (busyLoop > BUSY_LOOP || busyCores > BUSY_CORES);
    this.#rate = isBusy ? Math.max(MIN_PER_SECOND, perSecond * ATTEMPTS_PER_CALL) : null;
    if (this.#rate === null) this.#next = 0;
    this.#loop = loop;
    this.#cpu = cpu;
    this.#begun = begun;
    this.#measuredAt = now;
  }
}

/** Milliseconds since boot, summed over all cores. */
interface CoreTimes {
  idle: number;
  all: number;
}
function coreTimes(): CoreTimes {
  const times = { idle: 0, all: 0 };
  for (const { times: core } of cpus()) {
    times.idle += core.idle;
    times.all += core.user + core.nice + core.sys + core.irq + core.idle;
  }
  return times;
}
