import type { Later } from '../kernel/timer.js';
import { type EmbeddedText, EmbeddingUnavailable, unlessAborted } from './embedder.js';

/** One call to the embedder that several callers may wait for. It is abandoned when the last of them leaves. */
export class SharedCall {
  readonly done: Promise<EmbeddedText[]>;
  readonly #controller = new AbortController();
  readonly #leave: () => void;
  #waiting = 0;
  #left = false;
  /** All callers left before the result arrived. */
  abandoned = false;
  /** No result arrived before the call's deadline. */
  outOfTime = false;

  constructor(ask: (signal: AbortSignal) => Promise<EmbeddedText[]>, deadline: { ms: number; later: Later }) {
    const { signal } = this.#controller;
    let cancel = () => {};
    // The embedder may ignore the signal; callers do not wait for it.
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      cancel = deadline.later(deadline.ms, () => {
        this.outOfTime = true;
        this.#controller.abort(new EmbeddingUnavailable(`The embedding took longer than ${deadline.ms} ms`));
      });
    });
    let settled = false;
    const result = ask(signal).finally(() => {
      settled = true;
    });
    this.done = Promise.race([stopped, result]).finally(cancel);
    this.done.catch(() => {}); // reported to whoever awaits it
    this.#leave = () => {
      this.#left = true;
      if (settled) return;
      this.abandoned = !signal.aborted;
      this.#controller.abort(new EmbeddingUnavailable('The caller stopped waiting for the embedding'));
    };
  }

  /** Too late to join: abandoned, or past its deadline. */
  get over(): boolean {
    return this.#left || this.#controller.signal.aborted;
  }

  async wait(signal?: AbortSignal): Promise<EmbeddedText[]> {
    this.#waiting++;
    try {
      return await unlessAborted(this.done, signal);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#leave();
    }
  }
}
