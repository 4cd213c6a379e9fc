import { constant, F32, get, I32, name, section, set, unsigned, V128 } from './wasm.js';

/**
 * What the search thread does with vectors, as WebAssembly SIMD functions assembled here, because JavaScript has no SIMD. All pointers are into the
 * imported memory.
 */
interface Kernels {
  /**
   * The dot products of one query with many vectors, all of signed bytes, as 32-bit integers. `bytes` per vector is a multiple of 32; no byte is −128,
   * so that the sum of two products fits into 16 bits.
   */
  dots(query: number, vectors: number, count: number, bytes: number, out: number): void;
  /**
   * Splits a vector of floats (`bytes` long, a multiple of 64) into high and low bytes, so that its largest component is 127 · 256 steps: component =
   * (256 · high + low) steps. Writes the largest component (a float) and the sums of the squares of the high and of the low bytes (integers).
   */
  split(floats: number, bytes: number, high: number, low: number, out: number): void;
  /** The dot product of floats (`bytes` long, a multiple of 64) with a vector that was split, in steps. */
  dotSplit(floats: number, bytes: number, high: number, low: number): number;
}
/** A component of a vector is at most this many steps. */
export const STEPS = 127 * 256;
/** Dimensions are padded to a multiple of this. */
export const ALIGNED_DIMENSIONS = 32;

const tee = (local: number) => [0x22, local];
const float = (value: number) => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
const ADD = [0x6a];
const LESS = [0x49];
const F32_ADD = [0x92];
const F32_DIV = [0x95];
const F32_MAX = [0x97];
const storeI32 = (offset: number) => [0x36, 2, offset];
const storeF32 = (offset: number) => [0x38, 2, offset];

const simd = (code: number) => [0xfd, ...unsigned(code)];
const load = (offset: number) => [...simd(0x00), 4, offset];
const STORE = [...simd(0x0b), 4, 0];
const ZERO = [...simd(0x0c), ...new Array(16).fill(0)];
const I32_SPLAT = simd(0x11);
const F32_SPLAT = simd(0x13);
const i32Lane = (n: number) => [...simd(0x1b), n];
const f32Lane = (n: number) => [...simd(0x1f), n];
const I8_NARROW = simd(0x65);
const I32_ADD_PAIRS = simd(0x7e);
const I16_NARROW = simd(0x85);
const I16_EXTEND = [simd(0x87), simd(0x88)];
const I16_SHIFT_LEFT = simd(0x8b);
const I16_ADD = simd(0x8e);
const I16_PRODUCTS_LOW = simd(0x9c);
const I16_PRODUCTS_HIGH = simd(0x9d);
const I32_EXTEND = [simd(0xa7), simd(0xa8)];
const I32X4_SHIFT_LEFT = simd(0xab);
const I32X4_SHIFT_RIGHT = simd(0xac);
const I32X4_ADD = simd(0xae);
const I32X4_SUB = simd(0xb1);
const I32_DOT = simd(0xba);
const F32X4_ABS = simd(0xe0);
const F32X4_ADD = simd(0xe4);
const F32X4_MUL = simd(0xe6);
const F32X4_PMAX = simd(0xeb); // one instruction, unlike `max`, which orders zeros and NaN
const F32X4_FROM_I32 = simd(0xfa);

/** Added to a float of up to 2²², it leaves the nearest integer in the low bits: half the instructions of rounding and converting. */
const ROUNDER = 12_582_912;
const ROUNDER_BITS = new Int32Array(Float32Array.of(ROUNDER).buffer)[0] as number;

/** STEPS divided by it is finite. */
const SMALLEST = 2 ** -110;

const sized = (body: number[]) => [...unsigned(body.length), ...body];
const END = [0x0b];

const advance = (local: number, by: number) => [...get(local), ...constant(by), ...ADD, ...set(local)];
/** Repeats `body` until `pointer` reaches `end`; runs at least once. */
const until = (pointer: number, end: number, body: number[]) => [
  ...[0x03, 0x40, ...body],
  ...[...get(pointer), ...get(end), ...LESS, 0x0d, 0, ...END],
];
const lanesOf = (sum: number) => [0, 1, 2, 3].flatMap((n) => [...get(sum), ...i32Lane(n)]);
const ADD_FOUR = [...ADD, ...ADD, ...ADD];

function dots(): number[] {
  const [QUERY, VECTORS, COUNT, BYTES, OUT, AT, QUERY_END, SUM] = [0, 1, 2, 3, 4, 5, 6, 7];
  const both = (n: number) => [...get(AT), ...load(n * 16), ...get(VECTORS), ...load(n * 16)];
  const step = (n: number) => [
    ...get(SUM + n),
    ...[...both(n), ...I16_PRODUCTS_LOW, ...both(n), ...I16_PRODUCTS_HIGH, ...I16_ADD],
    ...[...I32_ADD_PAIRS, ...I32X4_ADD, ...set(SUM + n)],
  ];
  return [
    ...[2, 2, I32, 2, V128], // locals: AT, QUERY_END and the sums
    ...[0x02, 0x40, 0x03, 0x40], // block { loop (vectors)
    ...[...get(COUNT), 0x45, 0x0d, 1], // none left: exit the block
    ...[0, 1].flatMap((n) => [...ZERO, ...set(SUM + n)]),
    ...[...get(QUERY), ...tee(AT), ...get(BYTES), ...ADD, ...set(QUERY_END)],
    ...until(AT, QUERY_END, [...step(0), ...step(1), ...advance(AT, 32), ...advance(VECTORS, 32)]),
    ...[...get(SUM), ...get(SUM + 1), ...I32X4_ADD, ...set(SUM)],
    ...[...get(OUT), ...lanesOf(SUM), ...ADD_FOUR, ...storeI32(0)],
    ...[...advance(OUT, 4), ...advance(COUNT, -1)],
    ...[0x0c, 0, ...END, ...END, ...END],
  ];
}

function split(): number[] {
  const [FLOATS, BYTES, HIGH, LOW, OUT, AT, FLOATS_END, LARGEST] = [0, 1, 2, 3, 4, 5, 6, 7];
  const [MAX, PER_STEP, NORM, REST, HALF, ROUND, ROUND_BITS, STEPPED] = [8, 9, 10, 11, 12, 13, 14, 15]; // STEPPED: 15 to 18, the high parts after them
  const HIGHS = STEPPED + 4;
  const group = (n: number) => [
    ...[...get(AT), ...load(n * 16), ...get(PER_STEP), ...F32X4_MUL, ...get(ROUND), ...F32X4_ADD],
    ...[...get(ROUND_BITS), ...I32X4_SUB, ...tee(STEPPED + n)],
    ...[...get(HALF), ...I32X4_ADD, ...constant(8), ...I32X4_SHIFT_RIGHT, ...set(HIGHS + n)],
    ...[...get(STEPPED + n), ...get(HIGHS + n), ...constant(8), ...I32X4_SHIFT_LEFT, ...I32X4_SUB, ...set(STEPPED + n)],
  ];
  /** Stores four groups of 32-bit integers as 16 bytes, and adds their squares. */
  const put = (first: number, to: number, squares: number) => [
    ...[0, 2].flatMap((n) => [
      ...[...get(first + n), ...get(first + n + 1), ...I16_NARROW, ...tee(first + n)],
      ...[...get(first + n), ...I32_DOT, ...get(squares), ...I32X4_ADD, ...set(squares)],
    ]),
    ...[...get(to), ...get(first), ...get(first + 2), ...I8_NARROW, ...STORE],
  ];
  return [
    ...[3, 2, I32, 1, F32, 15, V128],
    ...[...get(FLOATS), ...tee(AT), ...get(BYTES), ...ADD, ...set(FLOATS_END)],
    ...until(AT, FLOATS_END, [
      ...[...get(MAX), ...get(AT), ...load(0), ...F32X4_ABS, ...F32X4_PMAX, ...set(MAX)],
      ...advance(AT, 16),
    ]),
    ...[0, 1, 2, 3].flatMap((n) => [...get(MAX), ...f32Lane(n)]),
    ...[...F32_MAX, ...F32_MAX, ...F32_MAX, ...set(LARGEST)],
    // All zeros: any number of steps per unit, but a finite one.
    ...[...float(STEPS), ...get(LARGEST), ...float(SMALLEST), ...F32_MAX, ...F32_DIV, ...F32_SPLAT, ...set(PER_STEP)],
    ...[...float(ROUNDER), ...F32_SPLAT, ...set(ROUND), ...constant(ROUNDER_BITS), ...I32_SPLAT, ...set(ROUND_BITS)],
    ...[...constant(128), ...I32_SPLAT, ...set(HALF), ...get(FLOATS), ...set(AT)],
    ...until(AT, FLOATS_END, [
      ...[0, 1, 2, 3].flatMap(group),
      ...[...put(HIGHS, HIGH, NORM), ...put(STEPPED, LOW, REST)],
      ...[...advance(AT, 64), ...advance(HIGH, 16), ...advance(LOW, 16)],
    ]),
    ...[...get(OUT), ...get(LARGEST), ...storeF32(0)],
    ...[NORM, REST].flatMap((sum, n) => [...get(OUT), ...lanesOf(sum), ...ADD_FOUR, ...storeI32(4 + 4 * n)]),
    ...END,
  ];
}

function dotSplit(): number[] {
  const [FLOATS, BYTES, HIGH, LOW, FLOATS_END, SUM, STEPPED] = [0, 1, 2, 3, 4, 5, 9]; // SUM: 5 to 8
  /** Eight of the sixteen bytes, with both bytes as 16 bits, times eight floats. */
  const half = (n: number, extend: number[]) => [
    ...[...get(HIGH), ...load(0), ...extend, ...constant(8), ...I16_SHIFT_LEFT],
    ...[...get(LOW), ...load(0), ...extend, ...I16_ADD, ...set(STEPPED)],
    ...I32_EXTEND.flatMap((widen, part) => [
      ...[...get(SUM + 2 * n + part), ...get(STEPPED), ...widen, ...F32X4_FROM_I32],
      ...[...get(FLOATS), ...load(32 * n + 16 * part), ...F32X4_MUL, ...F32X4_ADD, ...set(SUM + 2 * n + part)],
    ]),
  ];
  return [
    ...[2, 1, I32, 5, V128],
    ...[...get(FLOATS), ...get(BYTES), ...ADD, ...set(FLOATS_END)],
    ...until(FLOATS, FLOATS_END, [
      ...I16_EXTEND.flatMap((extend, n) => half(n, extend)),
      ...[...advance(FLOATS, 64), ...advance(HIGH, 16), ...advance(LOW, 16)],
    ]),
    ...[1, 2, 3].flatMap((n) => [...get(SUM), ...get(SUM + n), ...F32X4_ADD, ...set(SUM)]),
    ...[0, 1, 2, 3].flatMap((n) => [...get(SUM), ...f32Lane(n)]),
    ...[...F32_ADD, ...F32_ADD, ...F32_ADD, ...END],
  ];
}

export function kernelsOn(memory: WebAssembly.Memory): Kernels {
  const bytes = new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [2, 0x60, 5, I32, I32, I32, I32, I32, 0, 0x60, 4, I32, I32, I32, I32, 1, F32]),
    ...section(2, [1, ...name('env'), ...name('memory'), 2, 0, 1]),
    ...section(3, [3, 0, 0, 1]),
    ...section(7, [3, ...name('dots'), 0, 0, ...name('split'), 0, 1, ...name('dotSplit'), 0, 2]),
    ...section(10, [3, ...sized(dots()), ...sized(split()), ...sized(dotSplit())]),
  ]);
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } }).exports as unknown as Kernels;
}
