import { unpackTerms } from '../../terms.js';

/** JavaScript's overhead per posting and per memory, for memory accounting. */
const BYTES_PER_POSTING = 20;
const BYTES_PER_MEMORY = 160;
/** Removed memories stay in the lists, marked, until they reach this share of the total. */
const DEAD_SHARE = 0.3;

interface Postings {
  docs: number[];
  tfs: number[];
}

/** The words of one user's memories, by word. */
export class ScopeTerms {
  ids: string[] = [];
  readonly #index = new Map<string, number>();
  #lengths: number[] = [];
  #alive: boolean[] = [];
  #postings = new Map<string, Postings>();
  #entries = 0;
  #dead = 0;
  #total = 0;

  get size(): number {
    return this.#index.size;
  }
  get averageLength(): number {
    return this.size ? this.#total / this.size : 0;
  }
  get bytes(): number {
    return this.#entries * BYTES_PER_POSTING + this.ids.length * BYTES_PER_MEMORY;
  }
  /** Whether the scope should be reloaded instead of carrying the removed memories along. */
  get worn(): boolean {
    return this.#dead > 1_000 && this.#dead > this.ids.length * DEAD_SHARE;
  }

  /** Takes the place of a memory with that id, if there is one: a load that was interrupted may meet it again. */
  add(id: string, length: number, packed: string): void {
    this.remove(id);
    const doc = this.ids.length;
    this.ids.push(id);
    this.#index.set(id, doc);
    this.#lengths.push(length);
    this.#alive.push(true);
    this.#total += length;
    unpackTerms(packed, (term, tf) => {
      let list = this.#postings.get(term);
      if (!list) {
        list = { docs: [], tfs: [] };
        this.#postings.set(term, list);
      }
      list.docs.push(doc);
      list.tfs.push(tf);
      this.#entries++;
    });
  }

  remove(id: string): void {
    const doc = this.#index.get(id);
    if (doc === undefined) return;
    this.#index.delete(id);
    this.#alive[doc] = false;
    this.#total -= this.#lengths[doc] as number;
    this.#dead++;
  }

  /** The existing memories that contain the term, and how often; null if there is none. */
  find(term: string): Readonly<Postings> | null {
    const list = this.#postings.get(term);
    if (!list) return null;
    if (this.#dead === 0) return list;
    const living: Postings = { docs: [], tfs: [] };
    for (let i = 0; i < list.docs.length; i++) {
      const doc = list.docs[i] as number;
      if (!this.#alive[doc]) continue;
      living.docs.push(doc);
      living.tfs.push(list.tfs[i] as number);
    }
    return living.docs.length > 0 ? living : null;
  }

  /** Number of terms of a memory, including repetitions. */
  lengthOf(doc: number): number {
    return this.#lengths[doc] as number;
  }
}
