/**
 * The cost of the audit log: stores and retrievals per second with it, compared with the same service without it.
 *   node dist/bench/audit.js [--seconds 10] [--postgres URL]
 * Everything except the socket: admission, validation, handler, counting. Both services share one process and alternate, so that a busy machine slows
 * both.
 */
import { retrieve } from '../src/features/memories/search/retrieve.js';
import { store } from '../src/features/memories/store.js';
import type { AnyOperation } from '../src/features/request.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { StubReader } from '../test/support/stub-reader.js';
import { type BenchService, benchService, median, option } from './support.js';

const seconds = option('seconds', 10);
const CLIENTS = 8;
const ROUNDS = 20;
const MEMORIES = 400;

const open = (days: string) =>
  benchService({ embedder: new StubEmbedder(), reader: new StubReader() }, { RECOLLECT_AUDIT_DAYS: days });

let number = 0;
const CALLS: Record<string, [AnyOperation, (user: string) => object]> = {
  retrieve: [retrieve, (user) => ({ user_id: user, q: 'Which note?', limit: 10 })],
  store: [store, (user) => ({ user_id: user, content: `Note ${number++} of ${user}` })],
};

async function callsPerSecond(at: BenchService, name: string): Promise<number> {
  const [operation, input] = CALLS[name] as (typeof CALLS)[string];
  const began = performance.now();
  const end = began + (seconds * 1_000) / ROUNDS;
  let calls = 0;
  const client = async (_: unknown, i: number) => {
    for (; performance.now() < end; calls++) await at.perform(operation, input(`user ${i}`));
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (calls * 1_000) / (performance.now() - began);
}

const both = [await open('90'), await open('0')] as const;
for (const at of both) {
  for (let i = 0; i < MEMORIES; i++) await at.perform(store, CALLS.store?.[1](`user ${i % CLIENTS}`));
}
for (const name of Object.keys(CALLS)) {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 ? [both[1], both[0]] : both;
    const found = new Map<BenchService, number>();
    for (const at of order) found.set(at, await callsPerSecond(at, name));
    ratios.push((found.get(both[0]) ?? 0) / (found.get(both[1]) ?? 1));
  }
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
  console.log(`${name}: with the audit log ${median(ratios).toFixed(3)} of the calls without it (${low} to ${high})`);
}
for (const at of both) await at.end();
