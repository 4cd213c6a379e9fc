import type { Work } from '../../../kernel/turns/turns.js';

/** Entries after which progress is reported; one takes about as long as a unit of work. */
const REPORT_EVERY = 2_000;

/**
 * The byte sequences of a byte-pair encoding, by rank. Typed arrays instead of the 200,000 strings of a Map: about 6 MB, and no work for the garbage
 * collector.
 */
export class Vocabulary {
  longest = 0;
  readonly #bytes: Uint8Array;
  /** Where the bytes of each rank begin, plus one final entry. */
  readonly #starts: Uint32Array;
  /** Open addressing: rank + 1, or 0 for a free slot. */
  readonly #slots: Int32Array;

  private constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2((starts.length - 1) * 2)));
  }

  /** `file` is in tiktoken's format: one line of base64 and rank per token, with ranks counting up from 0. */
  static *read(file: Uint8Array): Work<Vocabulary> {
    const { bytes, starts } = yield* decode(file);
    const vocabulary = new Vocabulary(bytes, starts);
    for (let rank = 0; rank < vocabulary.size; rank++) {
      vocabulary.#add(rank);
      if (rank % REPORT_EVERY === 0) yield REPORT_EVERY;
    }
    return vocabulary;
  }

  #add(rank: number): void {
    const [start = 0, end = 0] = [this.#starts[rank], this.#starts[rank + 1]];
    this.longest = Math.max(this.longest, end - start);
    let slot = hash(this.#bytes, start, end) & (this.#slots.length - 1);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
    this.#slots[slot] = rank + 1;
  }

  get size(): number {
    return this.#starts.length - 1;
  }

  /** The rank of these bytes, or −1 if they are not a token. */
  rankOf(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > this.longest) return -1;
    const mask = this.#slots.length - 1;
    for (let slot = hash(bytes, start, end) & mask; ; slot = (slot + 1) & mask) {
      const rank = (this.#slots[slot] ?? 0) - 1;
      if (rank < 0 || this.#holds(rank, bytes, start, end)) return rank;
    }
  }

  #holds(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[rank] ?? 0;
    if ((this.#starts[rank + 1] ?? 0) - from !== end - start) return false;
    for (let i = start; i < end; i++) if (bytes[i] !== this.#bytes[from + i - start]) return false;
    return true;
  }
}

/** FNV-1a with its high bits mixed in: the table uses the low ones. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  let value = 0x811c9dc5;
  for (let i = start; i < end; i++) value = Math.imul(value ^ (bytes[i] ?? 0), 0x01000193);
  return value ^ (value >>> 15);
}

const [NEWLINE, SPACE, ZERO, PADDING] = [10, 32, 48, 61];
const SIX_BITS = new Uint8Array(128);
for (const [value, letter] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  SIX_BITS[letter.charCodeAt(0)] = value;

/** Byte by byte: splitting 200,000 lines into strings would briefly take 25 MB, which the process then keeps. */
function* decode(file: Uint8Array): Work<{ bytes: Uint8Array; starts: Uint32Array }> {
  const bytes = new Uint8Array(Math.ceil((file.length * 3) / 4));
  let lines = 1;
  for (let next = file.indexOf(NEWLINE); next >= 0; next = file.indexOf(NEWLINE, next + 1)) lines++;
  const starts = new Uint32Array(lines);
  let [count, end, at] = [0, 0, 0];
  while (at < file.length) {
    let [bits, held] = [0, 0];
    for (; file[at] !== SPACE && at < file.length; at++) {
      const letter = file[at] ?? 0;
      if (letter === PADDING) continue;
      bits = ((bits << 6) | (SIX_BITS[letter] ?? 0)) & 0xffff;
      held += 6;
      if (held < 8) continue;
      held -= 8;
      bytes[end++] = bits >> held;
    }
    let rank = 0;
    for (at++; at < file.length && file[at] !== NEWLINE; at++) rank = rank * 10 + (file[at] ?? ZERO) - ZERO;
    at++;
    if (rank !== count) throw new Error('The ranks of a vocabulary must count up from 0.');
    starts[++count] = end;
    if (count % REPORT_EVERY === 0) yield REPORT_EVERY;
  }
  return { bytes: bytes.slice(0, end), starts };
}
