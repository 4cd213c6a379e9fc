import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { SteadyLane } from './steady-lane.js';

/** Limits the share of the writer thread's time that scrubbing takes, within a pass and overall: pauses are this many times as long as the step. */
const REST = 9;
/** Delay between attempts to empty the log when a reader blocks it; reads are limited by their deadline. */
const RETRY_MS = 250;
const ATTEMPTS = 60;

/** Passes over the database's file, one at a time; a pass covers all erasures that were committed before it began. */
export class Scrubber {
  readonly #writer: SteadyLane;
  /** Closing any handle on the file would release SQLite's own locks on it: this one stays open until all connections are closed. */
  readonly #fd: number;
  #pass: Promise<boolean> = Promise.resolve(true);
  #restUntil = 0;
  /** Something was deleted since the last pass began; unknown before the first one, so assumed. */
  #isDue = true;
  readonly #closing = new AbortController();

  constructor(writer: SteadyLane, file: string) {
    this.#writer = writer;
    this.#fd = openSync(file, 'r+');
  }

  /** Removes everything that was deleted before this call from the file; returns false if that was not possible. */
  run(): Promise<boolean> {
    const before = this.#pass.catch(() => false); // its caller has the error
    this.#pass = before.then(() => this.#run());
    return this.#pass;
  }

  async #run(): Promise<boolean> {
    if (this.#writer.takeRemoved()) this.#isDue = true;
    if (!this.#isDue) return true;
    await this.#wait(this.#restUntil - performance.now());
    this.#writer.takeRemoved();
    let total = 0;
    for (let page: number | null = 1, failed = 0; page !== null; ) {
      if (this.#closing.signal.aborted) return false;
      const step = await this.#writer.scrub({ fd: this.#fd, page });
      if (step === null) {
        if (++failed === ATTEMPTS) return false;
        await this.#wait(RETRY_MS);
        continue;
      }
      page = step.next;
      total += step.ms;
      if (page !== null) await this.#wait(step.ms * REST);
    }
    this.#isDue = false;
    this.#restUntil = performance.now() + total * REST;
    return true;
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await pause(ms, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
  }

  /** Stops a pass at its next step. */
  async stop(): Promise<void> {
    this.#closing.abort();
    await this.#pass.catch(() => {});
  }
  /** Call after the last connection is closed. */
  close(): void {
    closeSync(this.#fd);
  }
}
