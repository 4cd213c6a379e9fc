import { randomInt } from 'node:crypto';
import { grown } from './grown.js';

/** Different in every process: nobody can choose words that collide. */
const SEED = randomInt(2 ** 31);
const FACTOR = randomInt(2 ** 31) | 1;
const NONE = -1;

/** The hash of the bytes so far and one more. */
export const HASH_OF_NOTHING = SEED;
export const hashed = (hash: number, byte: number) => Math.imul(hash ^ byte, FACTOR);

/** Numbers the distinct words of a scope, from 0, by their bytes: a `Map` of strings takes several times as long to fill. */
export class TermNumbers {
  #bytes = new Uint8Array(1_024);
  /** Number → where its bytes end; those of the next begin there. */
  #ends = new Int32Array(64);
  /** Open addressing, at most half in use: a number and the hash of its word, in turn. */
  #table = new Int32Array(2 * 128).fill(NONE);
  #count = 0;

  get bytes(): number {
    return this.#bytes.byteLength + this.#ends.byteLength + this.#table.byteLength;
  }

  find(term: string): number | null {
    const bytes = Buffer.from(term);
    let hash = HASH_OF_NOTHING;
    for (const byte of bytes) hash = hashed(hash, byte);
    const found = this.#table[this.#slot(bytes, 0, bytes.length, hash)] as number;
    return found === NONE ? null : found;
  }

  /** The number of the word in `from[start, end)`; a new one if it has none. */
  numberOf(from: Uint8Array, start: number, end: number, hash: number): number {
    const slot = this.#slot(from, start, end, hash);
    const found = this.#table[slot] as number;
    if (found !== NONE) return found;
    const number = this.#count++;
    const at = this.#start(number);
    this.#bytes = grown(this.#bytes, at + end - start);
    for (let i = start; i < end; i++) this.#bytes[at + i - start] = from[i] as number;
    this.#ends = grown(this.#ends, number);
    this.#ends[number] = at + end - start;
    this.#table[slot] = number;
    this.#table[slot + 1] = hash;
    if (this.#count * 4 > this.#table.length) this.#rehash();
    return number;
  }

  #start(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] as number);
  }

  /** Where the word is in the table, or the free place where it belongs. */
  #slot(from: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#table.length - 2;
    for (let slot = placeOf(hash) & mask; ; slot = (slot + 2) & mask) {
      const number = this.#table[slot] as number;
      if (number === NONE || (this.#table[slot + 1] === hash && this.#is(number, from, start, end))) return slot;
    }
  }

  #is(number: number, from: Uint8Array, start: number, end: number): boolean {
    const at = this.#start(number);
    if ((this.#ends[number] as number) - at !== end - start) return false;
    for (let i = start; i < end; i++) if (this.#bytes[at + i - start] !== from[i]) return false;
    return true;
  }

  #rehash(): void {
    const before = this.#table;
    this.#table = new Int32Array(before.length * 2).fill(NONE);
    const mask = this.#table.length - 2;
    for (let from = 0; from < before.length; from += 2) {
      if (before[from] === NONE) continue;
      const hash = before[from + 1] as number;
      let slot = placeOf(hash) & mask;
      while (this.#table[slot] !== NONE) slot = (slot + 2) & mask;
      this.#table[slot] = before[from] as number;
      this.#table[slot + 1] = hash;
    }
  }
}

/** The low bits of a product depend only on low bits of its factors. */
const placeOf = (hash: number) => hash ^ (hash >>> 15);
