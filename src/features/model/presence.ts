import type { Embedder } from '../../embedding/embedder.js';
import { type Clock, MINUTE } from '../../kernel/clock.js';

/** A shorter outage than this is waited out. */
export const GONE_AFTER_MS = MINUTE;

/** Distinguishes a model that is gone from one that is briefly unavailable. */
export class Presence {
  readonly #clock: Clock;
  #model = '';
  #missedSince: number | null = null;
  #hasResponded = false;
  #probes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async isGone(embedder: Embedder): Promise<boolean> {
    if (embedder.model.id !== this.#model) {
      this.#model = embedder.model.id;
      this.#missedSince = null;
      this.#hasResponded = false;
    }
    if (await this.#responds(embedder)) {
      this.#missedSince = null;
      return false;
    }
    this.#missedSince ??= this.#clock.now();
    return this.#clock.now() - this.#missedSince >= GONE_AFTER_MS;
  }

  /** Probes it until it has responded once, and again whenever it reports that it is unavailable: nobody may be searching right now. */
  async #responds(embedder: Embedder): Promise<boolean> {
    const { status } = embedder.state();
    if (status === 'starting' || (status === 'ready' && this.#hasResponded)) return true;
    try {
      await embedder.embed([`Is the model there? ${++this.#probes}`], 'query'); // a new text each time, because results are cached
      this.#hasResponded = true;
      return true;
    } catch {
      return false;
    }
  }
}
