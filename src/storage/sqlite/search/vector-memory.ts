import { type DotKernel, dotKernel, VECTOR_ALIGN_BYTES } from './dot-kernel.js';

const PAGE = 65_536;
/** 16 vectors of 384 dimensions: small enough that a user with five memories wastes little, large enough to scan fast. */
export const SEGMENT_BYTES = 24_576;
/** Scores per kernel call; the buffer is located before the segments. */
const SCORES = 4_096;
const QUERY_AT = 0;
const QUERY_BYTES = 32_768; // up to 8,192 dimensions
const SCORES_AT = QUERY_BYTES;
const FIRST_SEGMENT = SCORES_AT + SCORES * 4;
/** Grows in steps, so that a large scope is not copied a thousand times. */
const GROWTH_SEGMENTS = 512;

/** All vectors of the search thread in one WebAssembly memory, allocated in segments; freed ones are reused. */
export class VectorMemory {
  readonly #memory = new WebAssembly.Memory({ initial: Math.ceil(FIRST_SEGMENT / PAGE), maximum: 65_536 });
  readonly #dots: DotKernel = dotKernel(this.#memory);
  readonly #free: number[] = [];
  #segments = 0;
  #bytes: Uint8Array = new Uint8Array(this.#memory.buffer);
  #floats: Float32Array = new Float32Array(this.#memory.buffer);

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
    // Take the lowest next, so that neighbours are scanned in one call; not worth it for a single segment.
    if (segments.length > 1) this.#free.sort((a, b) => b - a);
  }

  #grow(): void {
    const add = Math.min(GROWTH_SEGMENTS, this.capSegments - this.#segments);
    if (add <= 0) return;
    const needed = FIRST_SEGMENT + (this.#segments + add) * SEGMENT_BYTES;
    const pages = Math.ceil((needed - this.#memory.buffer.byteLength) / PAGE);
    if (pages > 0) this.#memory.grow(pages);
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#floats = new Float32Array(this.#memory.buffer);
    for (let i = this.#segments + add - 1; i >= this.#segments; i--) this.#free.push(i);
    this.#segments += add;
  }

  write(segment: number, offset: number, vector: Uint8Array): void {
    this.#bytes.set(vector, FIRST_SEGMENT + segment * SEGMENT_BYTES + offset);
  }

  copy(from: { segment: number; offset: number }, to: { segment: number; offset: number }, bytes: number): void {
    const start = FIRST_SEGMENT + from.segment * SEGMENT_BYTES + from.offset;
    this.#bytes.copyWithin(FIRST_SEGMENT + to.segment * SEGMENT_BYTES + to.offset, start, start + bytes);
  }

  setQuery(query: Float32Array): void {
    this.#floats.fill(0, QUERY_AT / 4, QUERY_BYTES / 4);
    this.#floats.set(query, QUERY_AT / 4);
  }

  /** Scores of the first `count` vectors of a run of adjacent segments; valid until the next call. */
  scores(segment: number, count: number, stride: number): Float32Array {
    this.#dots(QUERY_AT, FIRST_SEGMENT + segment * SEGMENT_BYTES, count, stride, SCORES_AT);
    return this.#floats.subarray(SCORES_AT / 4, SCORES_AT / 4 + count);
  }
}

export const strideOf = (dimensions: number) => Math.ceil((dimensions * 4) / VECTOR_ALIGN_BYTES) * VECTOR_ALIGN_BYTES;
/** Vectors per segment for a stride. A run of segments can be scanned in one call only if they fill each segment exactly. */
export const perSegment = (stride: number) => Math.floor(SEGMENT_BYTES / stride);
export const maxRun = (stride: number) =>
  SEGMENT_BYTES % stride === 0 ? Math.max(1, Math.floor(SCORES / perSegment(stride))) : 1;
