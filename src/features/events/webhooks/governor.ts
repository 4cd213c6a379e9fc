import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** How much callers ask of the service. */
export interface Foreground {
  /** Calls being worked on now. */
  readonly inFlight: number;
  /** Calls since the start. */
  readonly begun: number;
}

/** How often the load is measured anew. */
const WINDOW_MS = 200;
/** From these shares of the event loop and of the machine's cores on, deliveries would take time away from callers. */
const BUSY_LOOP = 0.6;
const BUSY_CORES = 0.8;
/** An attempt costs about as much as a call without embedding: so many attempts for each call are hardly noticed. */
const ATTEMPTS_PER_CALL = 0.04;
/** Attempts a second that there always are, so that deliveries go on however busy callers keep the node. */
const LEAST_PER_SECOND = 5;

/** Lets deliveries run as fast as they can while there is room, and slowly while callers need the machine: they come first. */
export class Governor {
  readonly #foreground: () => Foreground;
  readonly #cores: () => CoreTimes;
  #loop = performance.eventLoopUtilization();
  #cpu: CoreTimes;
  #begun = 0;
  #measuredAt = performance.now();
  /** Attempts a second; null: as many as can be. */
  #rate: number | null = null;
  #next = 0;

  constructor(foreground: () => Foreground, cores: () => CoreTimes = coreTimes) {
    this.#foreground = foreground;
    this.#cores = cores;
    this.#cpu = cores();
  }

  /** Resolves when one more attempt may begin; at once when the load has gone meanwhile. */
  async turn(): Promise<void> {
    if (this.#isFree()) return;
    const slot = Math.max(this.#next, performance.now());
    this.#next = slot + 1_000 / (this.#rate ?? LEAST_PER_SECOND);
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
    // Of the whole machine: what others use is not there for callers either.
    const busyCores = 1 - (cpu.idle - this.#cpu.idle) / Math.max(1, cpu.all - this.#cpu.all);
    const perSecond = (calls * 1_000) / (now - this.#measuredAt);
    const isBusy = calls > 0 && (busyLoop > BUSY_LOOP || busyCores > BUSY_CORES);
    this.#rate = isBusy ? Math.max(LEAST_PER_SECOND, perSecond * ATTEMPTS_PER_CALL) : null;
    if (this.#rate === null) this.#next = 0;
    this.#loop = loop;
    this.#cpu = cpu;
    this.#begun = begun;
    this.#measuredAt = now;
  }
}

/** Milliseconds since the machine's start, of all cores together. */
export interface CoreTimes {
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
