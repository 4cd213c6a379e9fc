/**
 * Exporting and erasing a user, compared with storing the same memories in the same run; and how long another user's store waits meanwhile.
 *   node dist/bench/erase.js [--memories 10000] [--postgres URL]
 */
import { store } from '../src/features/memories/store.js';
import { erase } from '../src/features/users/erase.js';
import { seededRandom } from '../test/support/memories.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { benchService, fill, option } from './support.js';

const memories = option('memories', 10_000);
const embedder = new StubEmbedder();
const service = await benchService({ embedder, background: false });
const { dimensions, id: model } = embedder.model;

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

const filled = await timed(() =>
  fill(service.database, service.keyId, 'ada', memories, dimensions, model, seededRandom(1)),
);

async function exportAll(): Promise<{ bytes: number; grownMb: number }> {
  const headers = { authorization: `Bearer ${service.key}` };
  const response = await fetch(`${service.url}/users/ada/memories`, { headers });
  const before = process.memoryUsage().rss;
  let [bytes, peak] = [0, before];
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    bytes += chunk.length;
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  return { bytes, grownMb: (peak - before) / 1e6 };
}
const exported = await timed(exportAll);

const isDone = { yes: false };
let longest = 0;
async function storeMeanwhile(): Promise<void> {
  for (let i = 0; !isDone.yes; i++) {
    const { ms } = await timed(() => service.perform(store, { user_id: 'bob', content: `Bob says ${i}` }));
    longest = Math.max(longest, ms);
  }
}
const meanwhile = storeMeanwhile();
const erased = await timed(() => service.perform(erase, { id: 'ada' }));
isDone.yes = true;
await meanwhile;
const scrubbed = await timed(() => service.database.scrub());
await service.end();

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
console.log(`store ${memories}: ${seconds(filled.ms)}`);
console.log(
  `export: ${seconds(exported.ms)}, ${(exported.value.bytes / 1e6).toFixed(1)} MB, the process grew by ${exported.value.grownMb.toFixed(0)} MB`,
);
console.log(`erase: ${seconds(erased.ms)}, ${(erased.ms / filled.ms).toFixed(2)} of the time to store`);
console.log(JSON.stringify(erased.value.body));
console.log(
  `longest store of another user meanwhile: ${seconds(longest)}; scrubbing the file: ${seconds(scrubbed.ms)}`,
);
