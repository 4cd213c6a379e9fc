/**
 * Matching among procedures compared with one plain retrieve over as many vectors, in the same process, alternating.
 *   node dist/bench/procedures.js [--procedures 1000] [--lines 10] [--runs 60] [--postgres URL]
 * The task's vector is given (embedding time is excluded); everything else in both operations is included.
 */
import { retrieve } from '../src/features/memories/search/retrieve.js';
import { packVectors } from '../src/features/memories/sql/vectors.js';
import { match } from '../src/features/procedures/match.js';
import { storeProcedure } from '../src/features/procedures/sql/store.js';
import { ID_PREFIXES, randomIds } from '../src/kernel/ids.js';
import { newMemory, seededRandom, unitVector, unlimited } from '../test/support/memories.js';
import { benchService, fill, GivenVector, median, option, quantile } from './support.js';

const DIMENSIONS = 384;
const procedures = option('procedures', 1_000);
const lines = option('lines', 10);
const runs = option('runs', 60);
const random = seededRandom(13);
const now = Date.now();

const embedder = new GivenVector(DIMENSIONS);
const service = await benchService({ embedder });
const tenant = service.database.tenant(service.keyId);
const ids = randomIds(() => Date.now());
const word = () => `word${Math.floor(random() * 2_000)}`;
const sentence = () => Array.from({ length: 7 }, word).join(' ');

/** One vector for the whole, one per line, and one for the gist. */
const vectorsEach = lines + 2;
for (let i = 0; i < procedures; i++) {
  const vectors = Array.from({ length: vectorsEach }, () => unitVector(DIMENSIONS, random));
  const trigger = Array.from({ length: lines - 2 }, sentence).join('\n');
  const memory = newMemory({
    ...{ id: ids.next(ID_PREFIXES.procedure), user_id: '', kind: 'procedural', dedupe: false },
    content: `procedure ${i}\n\n${trigger}\n\n1. ${sentence()}`,
    vectors: packVectors(embedder.model.id, vectors),
  });
  const parts = { name: `procedure ${i}`, description: null, trigger, steps: [sentence()] };
  await tenant.run(storeProcedure, { memory, parts, tags: null, metadata: null, quota: unlimited(now), now });
}
const size = procedures * vectorsEach;
await fill(service.database, service.keyId, 'plain', size, DIMENSIONS, embedder.model.id, random);

const took = { match: [] as number[], retrieve: [] as number[] };
for (let run = -5; run < runs; run++) {
  embedder.next = unitVector(DIMENSIONS, random);
  const q = sentence();
  const t0 = performance.now();
  await service.perform(match, { q, limit: 3 });
  const t1 = performance.now();
  await service.perform(retrieve, { q, user_id: 'plain', limit: 3 });
  const t2 = performance.now();
  if (run < 0) continue; // loading the caches is not measured
  took.match.push(t1 - t0);
  took.retrieve.push(t2 - t1);
}
const [m, r] = [median(took.match), median(took.retrieve)];
console.log(
  `engine ${service.database.engine}: ${procedures} procedures of ${lines} lines: match ${m.toFixed(2)} ms (p95 ${quantile(took.match, 0.95).toFixed(2)}), ` +
    `retrieve over ${size} vectors ${r.toFixed(2)} ms (p95 ${quantile(took.retrieve, 0.95).toFixed(2)}), ratio ${(m / r).toFixed(2)}`,
);
await service.end();
