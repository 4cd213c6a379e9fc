/**
 * Search in one very large scope on PostgreSQL with its approximate index, compared with exact search on the same rows, alternating: time as a ratio,
 * and how many of the exact best ten are returned.
 *   RECOLLECT_TEST_DATABASE_URL=… node dist/bench/hnsw.js [--memories 200000] [--questions 60]
 */
import pg from 'pg';
import { filterFields, type MemoryFilter } from '../src/features/memories/search/filter.js';
import { searchHybrid } from '../src/features/memories/sql/hybrid.js';
import { searchMemories } from '../src/features/memories/sql/read.js';
import { silentLog } from '../src/kernel/log.js';
import type { Database } from '../src/storage/database.js';
import { PostgresDatabase } from '../src/storage/postgres/engine.js';
import { newPlace } from '../test/support/databases.js';
import { fillLargeScope } from '../test/support/large-scope.js';
import { median, option, quantile } from './support.js';

const DIMENSIONS = 384;
const LIMIT = 10;
const memories = option('memories', 200_000);
const questions = option('questions', 60);
const [keyId, userId, model] = ['key_bench', 'large', 'bench'];
const none: MemoryFilter = { include_expired: false, include_superseded: false };
type Question = { vector: Float32Array; text: string };

const place = await newPlace('postgres');
const url = place.databaseUrl ?? '';
const open = (approximate: boolean) => PostgresDatabase.open({ url, poolSize: 2, log: silentLog, approximate });
const [exact, approximate] = [await open(false), await open(true)];
const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now();
  await work();
  return `${((performance.now() - began) / 1_000).toFixed(0)} s`;
};

let question = (): Question => ({ vector: new Float32Array(), text: '' });
console.log(
  `${memories} memories of ${DIMENSIONS} dimensions written in ${await seconds(async () => {
    ({ question } = await fillLargeScope(url, { keyId, userId, model, dimensions: DIMENSIONS, memories }));
  })}`,
);
console.log(
  `index built in ${await seconds(() => approximate.maintainIndexes({ from: memories, model }))}, ${await sizes()}`,
);

const searchWith =
  (filter: MemoryFilter, minScore: number | null) =>
  async (database: Database, { vector }: Question) =>
    (await database.tenant(keyId).run(searchMemories, { ...asked(filter, vector), minScore })).map(({ id }) => id);
const hybridWith =
  (filter: MemoryFilter) =>
  async (database: Database, { vector, text }: Question) =>
    (await database.tenant(keyId).run(searchHybrid, { ...asked(filter, vector), text, minScore: null })).memories.map(
      ({ id }) => id,
    );
const asked = (filter: MemoryFilter, vector: Float32Array) => ({
  ...{ userId, model, filter, vector },
  ...{ limit: LIMIT, now: Date.now() },
});
const tagged = (tag: string): MemoryFilter => ({ ...none, tags: filterFields.tags.parse([tag]) });

await compare('semantic', searchWith(none, null));
await compare('semantic, min_score 0.8', searchWith(none, 0.8));
await compare('semantic, a tag that 10 % have', searchWith(tagged('tenth'), null));
await compare('semantic, a tag that 1 % have', searchWith(tagged('hundredth'), null));
await compare('hybrid', hybridWith(none));
await compare('hybrid, a tag that 10 % have', hybridWith(tagged('tenth')));
await compare('hybrid, a tag that 1 % have', hybridWith(tagged('hundredth')));
await exact.close();
await approximate.close();
await place.remove();

async function compare(name: string, search: (database: Database, asked: Question) => Promise<string[]>) {
  const took = { exact: [] as number[], approximate: [] as number[] };
  const recalls: number[] = [];
  let short = 0;
  const timed = async (way: 'exact' | 'approximate', asked: Question, counts: boolean) => {
    const began = performance.now();
    const ids = await search(way === 'exact' ? exact : approximate, asked);
    if (counts) took[way].push(performance.now() - began);
    return ids;
  };
  for (let run = -3; run < questions; run++) {
    const asked = question();
    const best = await timed('exact', asked, run >= 0);
    const found = await timed('approximate', asked, run >= 0);
    if (run < 0) continue;
    if (best.length > 0) recalls.push(best.filter((id) => found.includes(id)).length / best.length);
    if (found.length < best.length) short++;
  }
  const [slow, fast] = [median(took.exact), median(took.approximate)];
  const mean = recalls.reduce((sum, value) => sum + value, 0) / recalls.length;
  console.log(
    `${name.padEnd(32)} exact p50 ${slow.toFixed(1)} ms, index p50 ${fast.toFixed(1)} ms (p95 ${quantile(took.approximate, 0.95).toFixed(1)}), ` +
      `ratio ${(slow / fast).toFixed(1)}, recall@${LIMIT} ${mean.toFixed(4)}, lowest ${Math.min(...recalls).toFixed(1)}, short ${short}`,
  );
}

async function sizes(): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } =
    await client.query(`select pg_relation_size(i.indexrelid) as index, pg_relation_size(i.indrelid) as vectors
    from pg_index i join pg_class c on c.oid = i.indexrelid where starts_with(c.relname, 'memory_vectors_hnsw_')
      and i.indrelid = 'memory_vectors'::regclass`);
  await client.end();
  const [index = 0, vectors = 0] = [Number(rows[0]?.index), Number(rows[0]?.vectors)];
  return `${(index / 1e6).toFixed(0)} MB (${(index / memories).toFixed(0)} bytes a memory) beside ${(vectors / 1e6).toFixed(0)} MB of vectors`;
}
