import type { Later } from '../kernel/timer.js';
import { type EmbeddedText, EmbeddingUnavailable, gaveUpWaiting } from './embedder.js';

/** One call to the embedder that several callers may wait for. It is given up when the last of them leaves. */
export class SharedCall {
  readonly done: Promise<EmbeddedText[]>;
  readonly #controller = new AbortController();
  readonly #leave: () => void;
  #waiting = 0;
  #left = false;
  /** Everybody left before the answer came. */
  abandoned = false;
  /** No answer came in the time that a call may take. */
  outOfTime = false;

  constructor(ask: (signal: AbortSignal) => Promise<EmbeddedText[]>, deadline: { ms: number; later: Later }) {
    const { signal } = this.#controller;
    let cancel = () => {};
    // The embedder may be deaf to the signal; those who wait are not held by it.
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      cancel = deadline.later(deadline.ms, () => {
        this.outOfTime = true;
        this.#controller.abort(new EmbeddingUnavailable(`The embedding took longer than ${deadline.ms} ms`));
      });
    });
    let settled = false;
    const answer = ask(signal).finally(() => {
      settled = true;
    });
    this.done = Promise.race([stopped, answer]).finally(cancel);
    this.done.catch(() => {}); // whoever waits hears of it
    this.#leave = () => {
      this.#left = true;
      if (settled) return;
      this.abandoned = !signal.aborted;
      this.#controller.abort(new EmbeddingUnavailable('Waiting for the embedding was given up'));
    };
  }

  /** Too late to join: given up, or out of time. */
  get over(): boolean {
    return this.#left || this.#controller.signal.aborted;
  }

  async wait(signal?: AbortSignal): Promise<EmbeddedText[]> {
    this.#waiting++;
    let leave = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => signal && reject(gaveUpWaiting(signal));
      signal?.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([this.done, left]);
    } finally {
      signal?.removeEventListener('abort', leave);
      this.#waiting--;
      if (this.#waiting === 0) this.#leave();
    }
  }
}
