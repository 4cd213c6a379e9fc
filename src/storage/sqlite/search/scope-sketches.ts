/** JavaScript's overhead per memory: its id and its entries in the list and the map. */
const BYTES_PER_ID = 120;
/** Load factor at which the table grows: at half, a lookup probes about two slots. */
const FULL = 0.5;
const START = 64;

/**
 * The sketches of one user's memories, by number: a hash table from a number to the memories that have it, newest first. A sketch has `width` numbers
 * of 32 bits; the numbers of a memory are stored consecutively, so their position identifies the memory.
 */
export class ScopeSketches {
  readonly #width: number;
  /** Null: removed. */
  readonly #ids: (string | null)[] = [];
  readonly #rows = new Map<string, number>();
  #numbers: Uint32Array;
  /** Position + 1 of the next older memory with the same number; 0: none. */
  #older: Uint32Array;
  /** Slot → position + 1 of the newest memory with the number; 0: free. */
  #newest = new Uint32Array(START * 2);
  #distinct = 0;

  constructor(width: number) {
    this.#width = width;
    this.#numbers = new Uint32Array(START * width);
    this.#older = new Uint32Array(START * width);
  }

  get size(): number {
    return this.#rows.size;
  }
  /** Removed memories that still take up space. */
  get gone(): number {
    return this.#ids.length - this.#rows.size;
  }
  get bytes(): number {
    return this.#ids.length * BYTES_PER_ID + (this.#numbers.length + this.#older.length + this.#newest.length) * 4;
  }

  /** Replaces the memory's earlier sketch. Numbers beyond the width are ignored. */
  add(id: string, numbers: ArrayLike<number>): void {
    this.remove(id);
    const first = this.#ids.length * this.#width;
    this.#rows.set(id, this.#ids.length);
    this.#ids.push(id);
    if (first + this.#width > this.#numbers.length) {
      this.#numbers = grown(this.#numbers);
      this.#older = grown(this.#older);
    }
    for (let i = 0; i < this.#width && i < numbers.length; i++) this.#put(first + i, (numbers[i] as number) >>> 0);
    if (this.#distinct > this.#newest.length * FULL) this.#spread();
  }

  remove(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#ids[row] = null;
    this.#rows.delete(id);
  }

  #put(place: number, number: number): void {
    this.#numbers[place] = number;
    const slot = this.#slot(number);
    const newest = this.#newest[slot] as number;
    if (newest === 0) this.#distinct++;
    this.#older[place] = newest;
    this.#newest[slot] = place + 1;
  }

  /** The slot of the number, or the free slot where it belongs. */
  #slot(number: number): number {
    const mask = this.#newest.length - 1;
    for (let slot = Math.imul(number, 0x9e3779b1) & mask; ; slot = (slot + 1) & mask) {
      const newest = this.#newest[slot] as number;
      if (newest === 0 || this.#numbers[newest - 1] === number) return slot;
    }
  }

  #spread(): void {
    const before = this.#newest;
    this.#newest = new Uint32Array(before.length * 2);
    for (const newest of before) {
      if (newest !== 0) this.#newest[this.#slot(this.#numbers[newest - 1] as number)] = newest;
    }
  }

  /** Memories that share a number, newest first for each number. */
  meeting(numbers: ArrayLike<number>, limit: number): string[] {
    const met = new Set<string>();
    const heads = Array.from(numbers, (number) => this.#newest[this.#slot(number >>> 0)] as number);
    while (met.size < limit && heads.some((place) => place !== 0)) {
      for (const [i, place] of heads.entries()) {
        if (place === 0 || met.size === limit) continue;
        const id = this.#ids[Math.floor((place - 1) / this.#width)];
        if (typeof id === 'string') met.add(id);
        heads[i] = this.#older[place - 1] as number;
      }
    }
    return [...met];
  }
}

function grown(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
