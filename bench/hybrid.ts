/**
 * Retrieve with `ranking=hybrid` compared with `ranking=semantic` over the same memories, in the same process, alternating.
 *   node dist/bench/hybrid.js [--runs 100] [--model local] [--postgres URL [--vacuum 0]]
 * On PostgreSQL the tables are vacuumed after they are filled, as autovacuum does within a minute, unless `--vacuum 0` is given.
 * The whole operation except the socket. Without `--model local` the question's vector is given; with it the local model computes it.
 */
import pg from 'pg';
import type { ManagedEmbedder } from '../src/embedding/embedder.js';
import { createEmbedder } from '../src/embedding/index.js';
import { defaultModelCache } from '../src/embedding/models/cache-dir.js';
import { retrieve } from '../src/features/memories/search/retrieve.js';
import { systemClock } from '../src/kernel/clock.js';
import { silentLog } from '../src/kernel/log.js';
import { seededRandom, unitVector } from '../test/support/memories.js';
import { benchService, fill, GivenVector, median, option, quantile, textOption, trainingStores } from './support.js';

const DIMENSIONS = 384;
const SIZES = [1_000, 10_000];
const WARM_UP = 20;

const runs = option('runs', 100);
const random = seededRandom(17);
/** The memories and questions that the models were trained with: text as people write it, of realistic length in tokens. */
const stores = trainingStores();
const shuffled = <T>(items: T[]) =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
const texts = shuffled(stores.flatMap(({ memories }) => memories.map(({ text }) => text)));
/** Each is asked once: the vector of a repeated question is cached. */
const questions = shuffled(stores.flatMap((store) => store.questions.map(({ q }) => q)));
let asked = 0;

async function waitForBacklog(): Promise<void> {
  const connectionString = textOption('postgres');
  if (!connectionString || !option('vacuum', 1)) return;
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('vacuum (analyze) memories, memory_vectors, memory_words');
  await client.end();
}

const isLocal = textOption('model') === 'local';
const local = () =>
  createEmbedder({ kind: 'local', cacheDir: defaultModelCache(), clock: systemClock, log: silentLog });
const given = new GivenVector(DIMENSIONS);
const embedder: ManagedEmbedder = isLocal ? await local() : given;
await embedder.ready();
// No background work: the search for conflicts among the memories just stored would interfere.
const service = await benchService({ embedder, background: false });
console.log(
  `engine ${service.database.engine}, ${isLocal ? 'local model' : 'vectors given'}, ${runs} runs each, turn by turn`,
);
for (const size of SIZES) {
  const user = `scope-${size}`;
  const content = (i: number) => (i < texts.length ? (texts[i] as string) : `${texts[i % texts.length]} (${i})`);
  await fill(service.database, service.keyId, user, size, DIMENSIONS, embedder.model.id, random, content);
  await waitForBacklog();
  const took = { semantic: [] as number[], hybrid: [] as number[] };
  for (let run = -WARM_UP; run < runs; run++) {
    // The order alternates, so that neither always finds the caches warm.
    const order = run % 2 ? (['semantic', 'hybrid'] as const) : (['hybrid', 'semantic'] as const);
    for (const ranking of order) {
      given.next = unitVector(DIMENSIONS, random);
      const q = questions[asked++ % questions.length] as string;
      const began = performance.now();
      await service.perform(retrieve, { q, user_id: user, limit: 10, ranking });
      if (run >= 0) took[ranking].push(performance.now() - began);
    }
  }
  const [semantic, hybrid] = [median(took.semantic), median(took.hybrid)];
  console.log(
    `${String(size).padStart(7)} in scope: semantic p50 ${semantic.toFixed(2)} ms (p95 ${quantile(took.semantic, 0.95).toFixed(2)}), ` +
      `hybrid p50 ${hybrid.toFixed(2)} ms (p95 ${quantile(took.hybrid, 0.95).toFixed(2)}), ratio ${(hybrid / semantic).toFixed(2)}`,
  );
}
await service.end();
