import { FairQueue } from './fair-queue.js';

/** Milliseconds after which interruptible work lets others continue. */
const SLICE_MS = 5;
/** Milliseconds: no rest is longer, however long the work took. */
const LONGEST_REST = 200;

/**
 * Long work on the main thread, such as writing a large response: one at a time, with the flows taking turns, each turn followed by a rest
 * as long as the turn was. Other requests wait for one turn at most.
 */
export class BulkTurns {
  readonly #queue = new FairQueue<() => void>();
  #busy = false;

  /** Work in one piece. */
  run<T>(flow: string, work: () => T): Promise<T> {
    return this.#add(flow, () => ({ done: true as const, value: work() }));
  }

  /** Work that can be interrupted after each step. The works of one flow are finished one by one. */
  steps<T>(flow: string, work: Generator<unknown, T, void>): Promise<T> {
    return this.#add(flow, () => {
      for (const until = performance.now() + SLICE_MS; ; ) {
        const step = work.next();
        if (step.done || performance.now() >= until) return step;
      }
    });
  }

  #add<T>(flow: string, slice: () => IteratorResult<unknown, T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const item = () => {
        try {
          const step = slice();
          if (!step.done) this.#queue.putBack(flow, item);
          else resolve(step.value);
        } catch (error) {
          reject(error);
        }
      };
      this.#queue.push(flow, item);
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
