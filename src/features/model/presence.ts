import type { Embedder } from '../../embedding/embedder.js';
import { type Clock, MINUTE } from '../../kernel/clock.js';

/** An outage shorter than this is waited for. */
export const GONE_AFTER_MS = MINUTE;

/** Tells a model that is gone from one that has a bad moment. */
export class Presence {
  readonly #clock: Clock;
  #model = '';
  #missedSince: number | null = null;
  #answered = false;
  #probes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async isGone(embedder: Embedder): Promise<boolean> {
    if (embedder.model.id !== this.#model) {
      this.#model = embedder.model.id;
      this.#missedSince = null;
      this.#answered = false;
    }
    if (await this.#answers(embedder)) {
      this.#missedSince = null;
      return false;
    }
    this.#missedSince ??= this.#clock.now();
    return this.#clock.now() - this.#missedSince >= GONE_AFTER_MS;
  }

  /** Asked until it has answered once, and again whenever it reports to be down: nobody may be searching just now. */
  async #answers(embedder: Embedder): Promise<boolean> {
    const { status } = embedder.state();
    if (status === 'starting' || (status === 'ready' && this.#answered)) return true;
    try {
      await embedder.embed([`Is the model there? ${++this.#probes}`], 'query'); // a new text: answers are remembered
      this.#answered = true;
      return true;
    } catch {
      return false;
    }
  }
}
