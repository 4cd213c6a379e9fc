import { grown } from './grown.js';
import { STEPS } from './kernels.js';
import { type Place, perSegment, segmentsAtOnce, strideOf, type VectorMemory } from './vector-memory.js';

/** JavaScript's overhead per memory: the id, its entry in the map, its slot. */
const BYTES_PER_MEMORY = 160;
/** Covers single-precision rounding. */
const ROUNDING = 1e-6;
/** What rounding to a step changes at most, including the rounding of the step itself. */
const HALF_STEP = 0.51;
const NONE = -1;

/** The cosine of every memory's best passage, in the order of `ids`; each is at most `error` away from its exact value. */
interface Estimates {
  scores: Float32Array;
  error: number;
  /** The error of what `score` returns. */
  refinedError: number;
}

/**
 * The vectors of one user's memories under one model, 16 bits per dimension. A memory has one slot per passage; slots have no gaps. A search reads the
 * high bytes of all, then both bytes of those that may be among the best.
 */
export class ScopeVectors {
  readonly ids: string[] = [];
  readonly #memory: VectorMemory;
  readonly #stride: number;
  readonly #perSegment: number;
  readonly #segments: number[] = [];
  /** Built when it is first needed: loading takes none. */
  #byId: Map<string, number> | null = null;
  /** Index of a memory → its first slot; slot → the next one of its memory. */
  #first = new Int32Array(64);
  #next = new Int32Array(64);
  /** Slot → index of its memory. */
  #owners = new Int32Array(64);
  /** Slot → what a step is worth. */
  #scales = new Float32Array(64);
  /** The longest of the vectors that the high bytes stand for, of what they leave out, and of what both bytes leave out; they never shrink. */
  #norm = 0;
  #rest = 0;
  #maxRefinedError = 0;
  #count = 0;

  constructor(
    memory: VectorMemory,
    readonly dimensions: number,
  ) {
    this.#memory = memory;
    this.#stride = strideOf(dimensions);
    this.#perSegment = perSegment(this.#stride);
  }

  get #index(): Map<string, number> {
    this.#byId ??= new Map(this.ids.map((id, i) => [id, i]));
    return this.#byId;
  }
  /** Position of a memory in `ids`. */
  indexOf(id: string): number | undefined {
    return this.#index.get(id);
  }
  get overheadBytes(): number {
    return this.ids.length * BYTES_PER_MEMORY;
  }

  #place(slot: number): Place {
    const at = Math.floor(slot / this.#perSegment);
    return { segment: this.#segments[at] as number, offset: (slot - at * this.#perSegment) * this.#stride };
  }

  /** Returns false if there is no room; the caller makes some and tries again. */
  add(id: string, vector: Float32Array): boolean {
    return this.#add(id, vector, this.#index.get(id));
  }
  /** The same, for a memory that is either new or the last one. */
  append(id: string, vector: Float32Array): boolean {
    const last = this.ids.length - 1;
    return this.#add(id, vector, this.ids[last] === id ? last : undefined);
  }

  #add(id: string, vector: Float32Array, known: number | undefined): boolean {
    if (this.#count === this.#segments.length * this.#perSegment) {
      const segment = this.#memory.take();
      if (segment === null) return false;
      this.#segments.push(segment);
    }
    const memory = known ?? this.ids.push(id) - 1;
    if (known === undefined) {
      this.#byId?.set(id, memory);
      this.#first = grown(this.#first, memory);
      this.#first[memory] = NONE;
    }
    const slot = this.#count++;
    this.#owners = grown(this.#owners, slot);
    this.#next = grown(this.#next, slot);
    this.#scales = grown(this.#scales, slot);
    this.#owners[slot] = memory;
    this.#next[slot] = this.#first[memory] as number;
    this.#first[memory] = slot;
    this.#write(slot, vector);
    return true;
  }

  #write(slot: number, vector: Float32Array): void {
    const { largest, high, low } = this.#memory.write(this.#place(slot), vector, this.#stride);
    const scale = largest / STEPS;
    this.#scales[slot] = scale;
    this.#norm = Math.max(this.#norm, Math.sqrt(high) * 256 * scale);
    const left = Math.sqrt(this.dimensions) * scale * HALF_STEP;
    this.#maxRefinedError = Math.max(this.#maxRefinedError, left);
    this.#rest = Math.max(this.#rest, Math.sqrt(low) * scale + left);
  }

  remove(id: string): void {
    const memory = this.#index.get(id);
    if (memory === undefined) return;
    for (let slot = this.#first[memory] as number; slot !== NONE; slot = this.#first[memory] as number) {
      this.#first[memory] = this.#next[slot] as number;
      this.#fillGap(slot);
    }
    const last = this.ids.length - 1;
    if (memory !== last) {
      const moved = this.ids[last] as string;
      this.ids[memory] = moved;
      this.#first[memory] = this.#first[last] as number;
      this.#index.set(moved, memory);
      for (const slot of this.#slotsOf(memory)) this.#owners[slot] = memory;
    }
    this.ids.pop();
    this.#index.delete(id);
  }

  *#slotsOf(memory: number): Generator<number> {
    for (let slot = this.#first[memory] as number; slot !== NONE; slot = this.#next[slot] as number) yield slot;
  }

  /** Moves the last slot to where one was removed. */
  #fillGap(slot: number): void {
    const last = this.#count - 1;
    if (slot !== last) {
      this.#memory.copy(this.#place(last), this.#place(slot), this.#stride);
      const owner = this.#owners[last] as number;
      this.#owners[slot] = owner;
      this.#scales[slot] = this.#scales[last] as number;
      this.#next[slot] = this.#next[last] as number;
      if (this.#first[owner] === last) this.#first[owner] = slot;
      else for (const before of this.#slotsOf(owner)) if (this.#next[before] === last) this.#next[before] = slot;
    }
    this.#count = last;
    if (this.#count <= (this.#segments.length - 1) * this.#perSegment)
      this.#memory.give([this.#segments.pop() as number]);
  }

  /** `check` is called now and then and may throw. */
  estimate(query: Float32Array, check?: () => void): Estimates {
    const { bytes, scale, rest } = inBytes(query);
    const best = new Float32Array(this.ids.length).fill(Number.NEGATIVE_INFINITY);
    this.#memory.setQuery(query, bytes, this.#stride);
    const [owners, scales] = [this.#owners, this.#scales];
    const step = segmentsAtOnce(this.#stride);
    for (let at = 0, slot = 0; at < this.#segments.length; at += step) {
      check?.();
      const some = this.#segments.slice(at, at + step);
      const sums = this.#memory.sums(some, Math.min(step * this.#perSegment, this.#count - slot), this.#stride);
      for (let i = 0; i < sums.length; i++, slot++) {
        const memory = owners[slot] as number;
        const score = (sums[i] as number) * (scales[slot] as number) * scale;
        if (score > (best[memory] as number)) best[memory] = score;
      }
    }
    const length = norm(query);
    return {
      scores: best,
      error: length * this.#rest + rest * this.#norm + ROUNDING,
      refinedError: length * this.#maxRefinedError + ROUNDING,
    };
  }

  /** The cosine of a memory's best passage with the query of the last estimate, from all 16 bits. */
  score(memory: number): number {
    let best = Number.NEGATIVE_INFINITY;
    for (let slot = this.#first[memory] as number; slot !== NONE; slot = this.#next[slot] as number)
      best = Math.max(best, this.#memory.dot(this.#place(slot), this.#stride) * (this.#scales[slot] as number));
    return best;
  }

  free(): void {
    this.#memory.give(this.#segments);
    this.#segments.length = 0;
  }
}

/**
 * A query as signed bytes; what a step of a vector's high byte times one of these is worth; the length of what the bytes leave
 * out.
 */
function inBytes(query: Float32Array): { bytes: Int8Array; scale: number; rest: number } {
  let largest = 0;
  for (let i = 0; i < query.length; i++) largest = Math.max(largest, Math.abs(query[i] as number));
  const perStep = largest > 0 ? 127 / largest : 0;
  const bytes = new Int8Array(query.length);
  let rest = 0;
  for (let i = 0; i < query.length; i++) {
    const steps = (query[i] as number) * perStep;
    bytes[i] = Math.round(steps);
    rest += (steps - (bytes[i] as number)) ** 2;
  }
  const step = largest / 127;
  return { bytes, scale: 256 * step, rest: Math.sqrt(rest) * step };
}

function norm(vector: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] as number) ** 2;
  return Math.sqrt(sum);
}
