import { FairQueue } from './fair-queue.js';

/** Milliseconds: no rest is longer than this, however long the work took. */
const LONGEST_REST = 200;

/**
 * Work of the main thread that takes long in one piece, such as writing a large response: one at a time, flow by flow in turns, each followed
 * by a rest as long as it took. Whatever is asked of the service meanwhile waits for one of them at most.
 */
export class BulkTurns {
  readonly #queue = new FairQueue<() => void>();
  #busy = false;

  run<T>(flow: string, work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue.push(flow, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      if (!this.#busy) this.#next();
    });
  }

  #next(): void {
    const work = this.#queue.take();
    this.#busy = work !== undefined;
    if (!work) return;
    const began = performance.now();
    work();
    setTimeout(() => this.#next(), Math.min(LONGEST_REST, performance.now() - began));
  }
}
