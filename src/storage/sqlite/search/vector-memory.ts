import { ALIGNED_DIMENSIONS, kernelsOn } from './kernels.js';

const PAGE = 65_536;
/** 32 vectors of 384 dimensions: small enough that a user with five memories wastes little, large enough to scan fast. */
const PLANE = 12_288;
/** The high bytes of some vectors, then their low bytes. */
export const SEGMENT_BYTES = 2 * PLANE;
/** Scores that are computed before they are looked at. */
const SCORES = 4_096;
// Before the segments: the query as bytes and as floats, its scores, and a vector that is being split. The vectors have room for as many dimensions
// as a segment.
const QUERY_AT = 0;
const QUERY_FLOATS_AT = QUERY_AT + PLANE;
const SCORES_AT = QUERY_FLOATS_AT + 4 * PLANE;
const FLOATS_AT = SCORES_AT + 4 * SCORES;
const SPLIT_AT = FLOATS_AT + 4 * PLANE;
const FIRST_SEGMENT = SPLIT_AT + 64;
/** Grows in steps, so that a large scope is not copied a thousand times. */
const GROWTH_SEGMENTS = 512;

export interface Place {
  segment: number;
  offset: number;
}

/**
 * All vectors of the search thread in one WebAssembly memory, two bytes per dimension. It is allocated in segments; freed ones are reused. Every
 * search reads all high bytes of a scope; the low bytes make the scores of a few more precise.
 */
export class VectorMemory {
  readonly #memory = new WebAssembly.Memory({ initial: Math.ceil(FIRST_SEGMENT / PAGE), maximum: 65_536 });
  readonly #kernels = kernelsOn(this.#memory);
  readonly #free: number[] = [];
  #segments = 0;
  #bytes = new Int8Array(this.#memory.buffer);
  #integers = new Int32Array(this.#memory.buffer);
  #floats = new Float32Array(this.#memory.buffer);

  constructor(readonly capSegments: number) {}

  get used(): number {
    return this.#segments - this.#free.length;
  }

  /** Returns a segment's number, or null if the cap is reached. */
  take(): number | null {
    if (this.#free.length === 0) this.#grow();
    return this.#free.pop() ?? null;
  }

  give(segments: readonly number[]): void {
    for (const segment of segments) this.#free.push(segment);
  }

  #grow(): void {
    const add = Math.min(GROWTH_SEGMENTS, this.capSegments - this.#segments);
    if (add <= 0) return;
    const needed = FIRST_SEGMENT + (this.#segments + add) * SEGMENT_BYTES;
    const pages = Math.ceil((needed - this.#memory.buffer.byteLength) / PAGE);
    if (pages > 0) this.#memory.grow(pages);
    this.#bytes = new Int8Array(this.#memory.buffer);
    this.#integers = new Int32Array(this.#memory.buffer);
    this.#floats = new Float32Array(this.#memory.buffer);
    for (let i = this.#segments + add - 1; i >= this.#segments; i--) this.#free.push(i);
    this.#segments += add;
  }

  /** Where the high bytes of a vector begin; the low ones are a plane behind them. */
  #at({ segment, offset }: Place): number {
    return FIRST_SEGMENT + segment * SEGMENT_BYTES + offset;
  }

  /** Returns its largest component, and the sums of the squares of its high and of its low bytes. */
  write(place: Place, vector: Float32Array, stride: number): { largest: number; high: number; low: number } {
    const at = this.#at(place);
    this.#putFloats(FLOATS_AT, vector, stride);
    this.#kernels.split(FLOATS_AT, 4 * stride, at, at + PLANE, SPLIT_AT);
    return {
      largest: this.#floats[SPLIT_AT / 4] as number,
      high: this.#integers[SPLIT_AT / 4 + 1] as number,
      low: this.#integers[SPLIT_AT / 4 + 2] as number,
    };
  }

  copy(from: Place, to: Place, stride: number): void {
    const [start, end] = [this.#at(from), this.#at(to)];
    for (const plane of [0, PLANE]) this.#bytes.copyWithin(end + plane, start + plane, start + plane + stride);
  }

  setQuery(query: Float32Array, bytes: Int8Array, stride: number): void {
    this.#bytes.fill(0, QUERY_AT, QUERY_AT + stride);
    this.#bytes.set(bytes, QUERY_AT);
    this.#putFloats(QUERY_FLOATS_AT, query, stride);
  }

  #putFloats(at: number, vector: Float32Array, stride: number): void {
    this.#floats.set(vector, at / 4);
    this.#floats.fill(0, at / 4 + vector.length, at / 4 + stride);
  }

  /**
   * The dot products of the query's bytes with the high bytes of the first `count` vectors of some segments, at most `SCORES`; valid until the next
   * call.
   */
  sums(segments: readonly number[], count: number, stride: number): Int32Array {
    const each = perSegment(stride);
    for (let n = 0, done = 0; done < count; n++, done += each) {
      const at = this.#at({ segment: segments[n] as number, offset: 0 });
      this.#kernels.dots(QUERY_AT, at, Math.min(each, count - done), stride, SCORES_AT + 4 * done);
    }
    return this.#integers.subarray(SCORES_AT / 4, SCORES_AT / 4 + count);
  }

  /** The dot product of the query with both bytes of a vector, in steps. */
  dot(place: Place, stride: number): number {
    const at = this.#at(place);
    return this.#kernels.dotSplit(QUERY_FLOATS_AT, 4 * stride, at, at + PLANE);
  }
}

export const strideOf = (dimensions: number) => Math.ceil(dimensions / ALIGNED_DIMENSIONS) * ALIGNED_DIMENSIONS;
/** Vectors per segment; 0 if there are too many dimensions for one. */
export const perSegment = (stride: number) => Math.floor(PLANE / stride);
/** Segments whose scores are computed at a time. */
export const segmentsAtOnce = (stride: number) => Math.floor(SCORES / perSegment(stride));
