import { atOnce, type Work } from '../../../kernel/turns/turns.js';
import type { Vocabulary } from './vocabulary.js';

/** Queue entries are rank · SPAN + position: lowest rank first, from left to right. */
const SPAN = 2 ** 22;

/** Merge steps after which progress is reported. */
const REPORT_EVERY = 2_000;

/**
 * Counts the tokens that byte-pair merging leaves of a piece. Published tokenizers examine every pair again after each merge, which takes half a
 * minute for 100,000 letters without a space; a queue makes it n log n.
 */
export class Merger {
  readonly #vocabulary: Vocabulary;
  readonly #short: Piece;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#short = new Piece(vocabulary);
  }

  count(bytes: Uint8Array, length: number): number {
    if (length < 2 || this.#vocabulary.rankOf(bytes, 0, length) >= 0) return Math.min(length, 1);
    return atOnce(this.#short.merge(bytes, length));
  }

  /** The same, with pauses; several can run at once. */
  counting(bytes: Uint8Array): Work<number> {
    return new Piece(this.#vocabulary).merge(bytes, bytes.length);
  }
}

class Piece {
  readonly #vocabulary: Vocabulary;
  /** The rank of the pair that begins at each position; −1 if there is none. */
  #ranks = new Int32Array(0);
  #next = new Int32Array(0);
  #before = new Int32Array(0);

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  *merge(bytes: Uint8Array, length: number): Work<number> {
    if (length >= SPAN) throw new RangeError(`A piece of ${length} bytes is too long.`);
    const queue = new Queue();
    this.#prepare(length);
    let tokens = length;
    let steps = 0;
    for (let at = 0; at < length; at++) {
      this.#rank(bytes, length, at, queue);
      if (++steps % REPORT_EVERY === 0) yield REPORT_EVERY;
    }
    for (let entry = queue.take(); entry !== undefined; entry = queue.take()) {
      if (++steps % REPORT_EVERY === 0) yield REPORT_EVERY;
      const at = entry % SPAN;
      if (this.#ranks[at] !== (entry - at) / SPAN) continue; // one of the two was merged elsewhere since
      tokens--;
      this.#join(bytes, length, at, queue);
    }
    return tokens;
  }

  #prepare(length: number): void {
    if (this.#ranks.length < length) {
      this.#ranks = new Int32Array(length);
      this.#next = new Int32Array(length);
      this.#before = new Int32Array(length);
    }
    for (let at = 0; at < length; at++) {
      this.#next[at] = at + 1;
      this.#before[at] = at - 1;
    }
  }

  #join(bytes: Uint8Array, length: number, at: number, queue: Queue): void {
    const gone = this.#next[at] ?? length;
    const next = this.#next[gone] ?? length;
    this.#next[at] = next;
    this.#ranks[gone] = -1;
    if (next < length) this.#before[next] = at;
    this.#rank(bytes, length, at, queue);
    const before = this.#before[at] ?? -1;
    if (before >= 0) this.#rank(bytes, length, before, queue);
  }

  /** Computes the rank of `at` joined with its right neighbour. */
  #rank(bytes: Uint8Array, length: number, at: number, queue: Queue): void {
    const middle = this.#next[at] ?? length;
    const rank = middle < length ? this.#vocabulary.rankOf(bytes, at, this.#next[middle] ?? length) : -1;
    this.#ranks[at] = rank;
    if (rank >= 0) queue.add(rank * SPAN + at);
  }
}

/** A binary heap of numbers, smallest first. */
class Queue {
  readonly #heap: number[] = [];

  add(value: number): void {
    const heap = this.#heap;
    let at = heap.push(value) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] ?? 0) <= value) break;
      heap[at] = heap[parent] ?? 0;
      at = parent;
    }
    heap[at] = value;
  }

  take(): number | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (let child = 1; child < heap.length; child = at * 2 + 1) {
      if ((heap[child + 1] ?? Number.POSITIVE_INFINITY) < (heap[child] ?? 0)) child++;
      if ((heap[child] ?? 0) >= last) break;
      heap[at] = heap[child] ?? 0;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
