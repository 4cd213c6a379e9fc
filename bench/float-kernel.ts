import { constant, get, I32, name, section, set, unsigned, V128 } from '../src/storage/sqlite/search/wasm.js';

/**
 * The bare pass that searches are compared with: dot products of floats, as a WebAssembly SIMD function. dots(query, vectors,
 * count, bytes per vector, out): all pointers are into the imported memory; bytes per vector is a multiple of 64 (each iteration adds 16 floats to
 * four sums).
 */
type FloatKernel = (query: number, vectors: number, count: number, bytes: number, out: number) => void;

const ADD = 0x6a;
const SUB = 0x6b;
const load = (offset: number) => [0xfd, 0x00, 4, offset];
const F4_ADD = [0xfd, 0xe4, 0x01];
const F4_MUL = [0xfd, 0xe6, 0x01];
const lane = (n: number) => [0xfd, 0x1f, n];
const ZERO = [0xfd, 0x0c, ...new Array(16).fill(0)];
const F_ADD = 0x92;

const [QUERY, VECTORS, COUNT, BYTES, OUT, AT, END, SUM] = [0, 1, 2, 3, 4, 5, 6, 7];
const step = (n: number) => [
  ...get(SUM + n),
  ...get(AT),
  ...load(n * 16),
  ...get(VECTORS),
  ...load(n * 16),
  ...F4_MUL,
  ...F4_ADD,
  ...set(SUM + n),
];

function assemble(): Uint8Array<ArrayBuffer> {
  const code = [
    ...[2, 2, I32, 4, V128], // locals: AT, END and four sums
    ...[0x02, 0x40, 0x03, 0x40], // block { loop (vectors)
    ...get(COUNT),
    ...[0x45, 0x0d, 1], // none left: exit the block
    ...[0, 1, 2, 3].flatMap((n) => [...ZERO, ...set(SUM + n)]),
    ...[...get(QUERY), ...set(AT), ...get(QUERY), ...get(BYTES), ADD, ...set(END)],
    ...[0x03, 0x40], // loop (16 floats)
    ...[0, 1, 2, 3].flatMap(step),
    ...[...get(AT), ...constant(64), ADD, ...set(AT), ...get(VECTORS), ...constant(64), ADD, ...set(VECTORS)],
    ...[...get(AT), ...get(END), 0x49, 0x0d, 0, 0x0b],
    ...[...get(SUM), ...get(SUM + 1), ...F4_ADD, ...get(SUM + 2), ...get(SUM + 3), ...F4_ADD, ...F4_ADD, ...set(SUM)],
    ...[...get(OUT), ...get(SUM), ...lane(0), ...get(SUM), ...lane(1), F_ADD],
    ...[...get(SUM), ...lane(2), ...get(SUM), ...lane(3), F_ADD, F_ADD, 0x38, 2, 0],
    ...[...get(OUT), ...constant(4), ADD, ...set(OUT), ...get(COUNT), ...constant(1), SUB, ...set(COUNT)],
    ...[0x0c, 0, 0x0b, 0x0b, 0x0b],
  ];
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...name('env'), ...name('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('dots'), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

export function floatKernel(memory: WebAssembly.Memory): FloatKernel {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(assemble()), { env: { memory } });
  return instance.exports.dots as unknown as FloatKernel;
}
