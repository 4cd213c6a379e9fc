import { FairQueue } from '../../kernel/fair-queue.js';

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

/** About how long a response will be, from its lists and texts, without writing it. */
export function weightOf(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 0;
  let weight = 0;
  for (const value of Object.values(body)) {
    if (typeof value === 'string') weight += value.length;
    else if (Array.isArray(value)) for (const item of value) weight += textOf(item);
  }
  return weight;
}

function textOf(item: unknown): number {
  if (typeof item === 'string') return item.length;
  if (typeof item !== 'object' || item === null) return 0;
  let length = 0;
  for (const value of Object.values(item)) if (typeof value === 'string') length += value.length;
  return length;
}
