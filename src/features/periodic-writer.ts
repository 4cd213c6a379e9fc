import { SECOND } from '../kernel/clock.js';

/** Collects in memory, and writes about every second. */
export abstract class PeriodicWriter {
  // What a failed write could not store is part of the next one.
  readonly #timer = setInterval(() => this.flush().catch(() => {}), SECOND).unref();
  #writing: Promise<void> = Promise.resolve();

  protected abstract write(): Promise<void>;

  /** Resolves when everything collected before the call is in the database. */
  flush(): Promise<void> {
    const writing = this.#writing.then(() => this.write());
    this.#writing = writing.catch(() => {});
    return writing;
  }

  /** Called before the database closes. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
