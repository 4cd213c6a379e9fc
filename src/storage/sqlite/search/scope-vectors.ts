import { maxRun, perSegment, strideOf, type VectorMemory } from './vector-memory.js';

/** JavaScript's overhead per memory: the id, its slots and its entries in the maps. */
const BYTES_PER_MEMORY = 200;

/** The vectors of one user's memories under one model. A memory has one slot per passage; slots have no gaps. */
export class ScopeVectors {
  readonly ids: string[] = [];
  readonly #memory: VectorMemory;
  readonly #stride: number;
  readonly #perSegment: number;
  readonly #segments: number[] = [];
  readonly #index = new Map<string, number>();
  /** Slot → index of its memory. */
  #owners = new Int32Array(64);
  /** Index of a memory → its slots. */
  readonly #slots: number[][] = [];
  #count = 0;

  constructor(
    memory: VectorMemory,
    readonly dimensions: number,
  ) {
    this.#memory = memory;
    this.#stride = strideOf(dimensions);
    this.#perSegment = perSegment(this.#stride);
  }

  /** Position of a memory in `ids`. */
  indexOf(id: string): number | undefined {
    return this.#index.get(id);
  }
  get segments(): number {
    return this.#segments.length;
  }
  get overheadBytes(): number {
    return this.ids.length * BYTES_PER_MEMORY;
  }

  #place(slot: number) {
    const at = Math.floor(slot / this.#perSegment);
    return { segment: this.#segments[at] as number, offset: (slot - at * this.#perSegment) * this.#stride };
  }

  /** Returns false if there is no room; the caller makes some and tries again. */
  add(id: string, vector: Uint8Array): boolean {
    if (this.#count === this.#segments.length * this.#perSegment) {
      const segment = this.#memory.take();
      if (segment === null) return false;
      this.#segments.push(segment);
    }
    let memory = this.#index.get(id);
    if (memory === undefined) {
      memory = this.ids.length;
      this.ids.push(id);
      this.#slots.push([]);
      this.#index.set(id, memory);
    }
    const slot = this.#count++;
    if (slot === this.#owners.length) {
      const grown = new Int32Array(this.#owners.length * 2);
      grown.set(this.#owners);
      this.#owners = grown;
    }
    this.#owners[slot] = memory;
    this.#slots[memory]?.push(slot);
    const place = this.#place(slot);
    if (vector.byteLength < this.#stride) {
      this.#memory.write(place.segment, place.offset, new Uint8Array(this.#stride));
    }
    this.#memory.write(place.segment, place.offset, vector);
    return true;
  }

  remove(id: string): void {
    const memory = this.#index.get(id);
    if (memory === undefined) return;
    for (const slot of (this.#slots[memory] ?? []).sort((a, b) => b - a)) this.#removeSlot(slot);
    const last = this.ids.length - 1;
    if (memory !== last) {
      const moved = this.ids[last] as string;
      const slots = this.#slots[last] as number[];
      this.ids[memory] = moved;
      this.#slots[memory] = slots;
      this.#index.set(moved, memory);
      for (const slot of slots) this.#owners[slot] = memory;
    }
    this.ids.pop();
    this.#slots.pop();
    this.#index.delete(id);
  }

  #removeSlot(slot: number): void {
    const last = this.#count - 1;
    if (slot !== last) {
      this.#memory.copy(this.#place(last), this.#place(slot), this.#stride);
      const owner = this.#owners[last] as number;
      this.#owners[slot] = owner;
      const slots = this.#slots[owner] as number[];
      slots[slots.indexOf(last)] = slot;
    }
    this.#count = last;
    if (this.#count <= (this.#segments.length - 1) * this.#perSegment) {
      this.#memory.give([this.#segments.pop() as number]);
    }
  }

  /** The cosine of the best passage of every memory, in the order of `ids`. */
  score(query: Float32Array, check?: () => void): Float32Array {
    const best = new Float32Array(this.ids.length).fill(Number.NEGATIVE_INFINITY);
    this.#scan(query, check, (scores, first) => {
      for (let i = 0; i < scores.length; i++) {
        const memory = this.#owners[first + i] as number;
        const score = scores[i] as number;
        if (score > (best[memory] as number)) best[memory] = score;
      }
    });
    return best;
  }

  /** The cosines of all passages of the given memories, in the order they were added. */
  passages(query: Float32Array, ids: readonly string[], check?: () => void): Map<string, number[]> {
    const all = new Float32Array(this.#count);
    this.#scan(query, check, (scores, first) => all.set(scores, first));
    const found = new Map<string, number[]>();
    for (const id of ids) {
      const memory = this.#index.get(id);
      if (memory === undefined) continue;
      found.set(
        id,
        (this.#slots[memory] as number[]).map((slot) => all[slot] as number),
      );
    }
    return found;
  }

  /**
   * Passes the score of every slot to `take`, run by run; the scores are valid until `take` returns. `check` is called between runs and may throw.
   */
  #scan(
    query: Float32Array,
    check: (() => void) | undefined,
    take: (scores: Float32Array, firstSlot: number) => void,
  ): void {
    this.#memory.setQuery(query);
    const longest = maxRun(this.#stride);
    for (let at = 0, slot = 0; at < this.#segments.length; ) {
      check?.();
      let run = 1;
      while (run < longest && this.#segments[at + run] === (this.#segments[at] as number) + run) run++;
      const count = Math.min(run * this.#perSegment, this.#count - slot);
      take(this.#memory.scores(this.#segments[at] as number, count, this.#stride), slot);
      slot += count;
      at += run;
    }
  }

  free(): void {
    this.#memory.give(this.#segments);
    this.#segments.length = 0;
  }
}
