import { grown } from './grown.js';
import { HASH_OF_NOTHING, hashed, TermNumbers } from './term-numbers.js';

/** JavaScript's overhead per memory, for memory accounting. */
const BYTES_PER_MEMORY = 160;
/** Of the list of a word that was looked up. */
const BYTES_PER_LISTED = 8;
/** Removed memories stay in the lists, marked, until they reach this share of the total. */
const DEAD_SHARE = 0.3;
const NONE = -1;
const [NEWLINE, SPACE, COLON, ZERO] = [0x0a, 0x20, 0x3a, 0x30];
/** The numbers of an entry: its memory, how often the word occurs there, the previous entry of the same word. */
const PER_ENTRY = 3;

interface Postings {
  docs: Int32Array;
  tfs: Int32Array;
}
interface List extends Postings {
  count: number;
}

/** The words of one user's memories, by word, in a few large arrays: an object per word or memory would take most of the time of loading them. */
export class ScopeTerms {
  ids: string[] = [];
  /** Built when it is first needed: a scope that does not change needs none. */
  #index: Map<string, number> | null = null;
  #lengths = new Int32Array(64);
  #dead = new Uint8Array(64);
  readonly #numbers = new TermNumbers();
  #entries = new Int32Array(PER_ENTRY * 256);
  #entryCount = 0;
  /** Number of a word → its last entry, and how many it has. */
  #last = new Int32Array(64).fill(NONE);
  #counts = new Int32Array(64);
  /** The entries of the words that were looked up, by number, in order: following them one by one takes ten times as long. */
  readonly #lists = new Map<number, List>();
  #deadCount = 0;
  #total = 0;

  get size(): number {
    return this.ids.length - this.#deadCount;
  }
  get averageLength(): number {
    return this.size ? this.#total / this.size : 0;
  }
  get bytes(): number {
    const arrays = [this.#lengths, this.#dead, this.#entries, this.#last, this.#counts];
    const held = arrays.reduce((sum, array) => sum + array.byteLength, this.#numbers.bytes);
    // As if every word had been looked up: the figure changes only when memories do.
    return held + this.#entryCount * BYTES_PER_LISTED + this.ids.length * BYTES_PER_MEMORY;
  }
  /** Whether the scope should be reloaded instead of carrying the removed memories along. */
  get worn(): boolean {
    return this.#deadCount > 1_000 && this.#deadCount > this.ids.length * DEAD_SHARE;
  }

  /** Takes the place of a memory with that id, if there is one. */
  add(id: string, length: number, packed: string): void {
    this.remove(id);
    this.load([id], [length], Buffer.from(packed));
  }

  /** Adds memories that it does not hold; `packed` has a line for each. */
  load(ids: readonly string[], lengths: readonly number[], packed: Uint8Array): void {
    // A word takes a byte, and a separator one more.
    this.#entries = grown(this.#entries, PER_ENTRY * (this.#entryCount + ids.length + (packed.length >> 1)));
    for (let i = 0, at = 0; i < ids.length; i++) {
      const id = ids[i] as string;
      const doc = this.ids.push(id) - 1;
      this.#index?.set(id, doc);
      this.#lengths = grown(this.#lengths, doc);
      this.#dead = grown(this.#dead, doc);
      this.#lengths[doc] = lengths[i] as number;
      this.#total += lengths[i] as number;
      at = this.#readLine(doc, packed, at) + 1;
    }
  }

  /** Reads what `packTerms` wrote; returns where the line ends. */
  #readLine(doc: number, packed: Uint8Array, from: number): number {
    const { length } = packed;
    const byteAt = (at: number) => (at < length ? (packed[at] as number) : NEWLINE);
    let at = from;
    while (byteAt(at) !== NEWLINE) {
      const start = at;
      let hash = HASH_OF_NOTHING;
      let byte = byteAt(at);
      for (; byte !== SPACE && byte !== NEWLINE && byte !== COLON; byte = byteAt(++at)) hash = hashed(hash, byte);
      const number = this.#numbers.numberOf(packed, start, at, hash);
      let times = 1;
      if (byte === COLON) {
        times = 0;
        for (byte = byteAt(++at); byte !== SPACE && byte !== NEWLINE; byte = byteAt(++at))
          times = times * 10 + byte - ZERO;
      }
      this.#addEntry(doc, number, times);
      if (byte === SPACE) at++;
    }
    return at;
  }

  #addEntry(doc: number, number: number, times: number): void {
    if (number >= this.#last.length) {
      const known = this.#last.length;
      this.#last = grown(this.#last, number).fill(NONE, known);
      this.#counts = grown(this.#counts, number);
    }
    const entry = this.#entryCount++;
    const at = entry * PER_ENTRY;
    this.#entries[at] = doc;
    this.#entries[at + 1] = times;
    this.#entries[at + 2] = this.#last[number] as number;
    this.#last[number] = entry;
    this.#counts[number] = (this.#counts[number] as number) + 1;
    const list = this.#lists.size > 0 && this.#lists.get(number);
    if (list) append(list, doc, times);
  }

  remove(id: string): void {
    this.#index ??= new Map(this.ids.map((id, doc) => [id, doc]));
    const doc = this.#index.get(id);
    if (doc === undefined) return;
    this.#index.delete(id);
    this.#dead[doc] = 1;
    this.#total -= this.#lengths[doc] as number;
    this.#deadCount++;
  }

  /** The existing memories that contain the term, and how often; null if there is none. */
  find(term: string): Readonly<Postings> | null {
    const number = this.#numbers.find(term);
    if (number === null) return null;
    const { docs, tfs, count } = this.#listOf(number);
    if (this.#deadCount === 0) return { docs: docs.subarray(0, count), tfs: tfs.subarray(0, count) };
    const living: List = { docs: new Int32Array(count), tfs: new Int32Array(count), count: 0 };
    for (let i = 0; i < count; i++)
      if (this.#dead[docs[i] as number] === 0) append(living, docs[i] as number, tfs[i] as number);
    if (living.count === 0) return null;
    return { docs: living.docs.subarray(0, living.count), tfs: living.tfs.subarray(0, living.count) };
  }

  #listOf(number: number): List {
    const known = this.#lists.get(number);
    if (known) return known;
    const count = this.#counts[number] as number;
    const list = { docs: new Int32Array(count), tfs: new Int32Array(count), count };
    for (let i = count - 1, entry = this.#last[number] as number; i >= 0; i--) {
      const at = entry * PER_ENTRY;
      list.docs[i] = this.#entries[at] as number;
      list.tfs[i] = this.#entries[at + 1] as number;
      entry = this.#entries[at + 2] as number;
    }
    this.#lists.set(number, list);
    return list;
  }

  /** Number of terms of a memory, including repetitions. */
  lengthOf(doc: number): number {
    return this.#lengths[doc] as number;
  }
}

function append(list: List, doc: number, times: number): void {
  list.docs = grown(list.docs, list.count);
  list.tfs = grown(list.tfs, list.count);
  list.docs[list.count] = doc;
  list.tfs[list.count++] = times;
}
