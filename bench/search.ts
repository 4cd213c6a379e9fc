/**
 * Retrieve compared with a bare pass of dot products over the same vectors, in the same process, alternating.
 *   node dist/bench/search.js [--others 1000000] [--runs 60] [--postgres URL]
 * The question's vector is given (embedding time is excluded); everything else in the operation is included.
 */
import { retrieve } from '../src/features/memories/search/retrieve.js';
import { topIndexes } from '../src/storage/sqlite/search/top.js';
import { seededRandom, unitVector } from '../test/support/memories.js';
import { floatKernel } from './float-kernel.js';
import { benchService, fill, GivenVector, median, option, quantile, textOption } from './support.js';

const DIMENSIONS = 384;
const others = option('others', 1_000_000);
const runs = option('runs', 60);
const random = seededRandom(11);

const embedder = new GivenVector(DIMENSIONS);
const service = await benchService({ embedder, background: false }, { RECOLLECT_VECTOR_CACHE_MB: '1024' });
console.log(`engine ${service.database.engine}, ${others} vectors of others, ${runs} runs each`);
const scopes = [1_000, 10_000, 100_000];
const data = new Map<number, Awaited<ReturnType<typeof fill>>>();
for (const size of scopes)
  data.set(
    size,
    await fill(service.database, service.keyId, `scope-${size}`, size, DIMENSIONS, embedder.model.id, random),
  );
for (let done = 0, user = 0; done < others; done += 5_000, user++) {
  await fill(
    service.database,
    service.keyId,
    `other-${user}`,
    Math.min(5_000, others - done),
    DIMENSIONS,
    embedder.model.id,
    random,
  );
  if (user % 40 === 39) console.log(`  ${done + 5_000} of ${others} others written`);
}

for (const size of scopes) {
  const { vectors, ids } = data.get(size) ?? { vectors: [], ids: [] };
  const bytes = DIMENSIONS * 4;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((bytes * (size + 1) + size * 4) / 65_536) + 1 });
  const dots = floatKernel(memory);
  const floats = new Float32Array(memory.buffer);
  for (const [i, vector] of vectors.entries()) floats.set(vector, (i + 1) * DIMENSIONS);
  const out = bytes * (size + 1);
  const bare = (query: Float32Array) => {
    floats.set(query, 0);
    dots(0, bytes, size, bytes, out);
    return floats.subarray(out / 4, out / 4 + size);
  };
  const ask = async (query: Float32Array) => {
    embedder.next = query;
    const { body } = await service.perform(retrieve, { q: 'anything', user_id: `scope-${size}`, limit: 10 });
    return (body as { results: { id: string; score: number }[] }).results;
  };
  const cold = performance.now();
  await ask(unitVector(DIMENSIONS, random));
  const coldMs = performance.now() - cold;
  const took = { bare: [] as number[], retrieve: [] as number[] };
  let differences = 0;
  for (let run = 0; run < runs; run++) {
    const query = unitVector(DIMENSIONS, random);
    const t0 = performance.now();
    const scores = bare(query);
    const t1 = performance.now();
    const found = await ask(query);
    const t2 = performance.now();
    took.bare.push(t1 - t0);
    took.retrieve.push(t2 - t1);
    const expected = topIndexes(scores, ids, 10).map((i) => ids[i]);
    if (found.map((hit) => hit.id).join() !== expected.join()) differences++;
  }
  const [b, r] = [median(took.bare), median(took.retrieve)];
  console.log(
    `${String(size).padStart(7)} in scope: bare pass ${b.toFixed(2)} ms, retrieve ${r.toFixed(2)} ms (p95 ${quantile(took.retrieve, 0.95).toFixed(2)}), ` +
      `ratio ${(r / b).toFixed(2)}, above it ${(r - b).toFixed(2)} ms, cold ${coldMs.toFixed(0)} ms, ${differences} of ${runs} results differ from brute force`,
  );
}
if (!textOption('postgres')) console.log('cache', JSON.stringify((await service.database.figures()).vectorCache));
await service.end();
