/**
 * The size of a memory on PostgreSQL, per table: fills a database with memories of 384 dimensions, vacuums it and reads the sizes.
 *   RECOLLECT_TEST_DATABASE_URL=… node dist/bench/postgres-size.js [--memories 10000] [--words 25]
 */
import pg from 'pg';
import { seededRandom } from '../test/support/memories.js';
import { startTestService } from '../test/support/service.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { option, pool } from './support.js';

const count = option('memories', 10_000);
const words = option('words', 25);
const BATCH = 100;
const USERS = 100;
const VOCABULARY = 20_000;

const random = seededRandom(7);
/** Few words are common and many are rare, as in any language; lengths as in English. */
const word = () => {
  const rank = Math.floor(VOCABULARY ** random());
  return `w${rank.toString(36)}${'xyzuvw'.slice(0, rank % 7)}`;
};
const sentence = () => Array.from({ length: Math.ceil(words * (0.4 + 1.2 * random())) }, word).join(' ');

const service = await startTestService('postgres', { embedder: new StubEmbedder(384), background: false });
const { key } = await service.mint();
let characters = 0;
await pool(count / BATCH, 2, async (batch) => {
  const memories = Array.from({ length: BATCH }, (_, i) => {
    const content = sentence();
    characters += content.length;
    return { user_id: `user-${(batch * BATCH + i) % USERS}`, agent_id: 'agent', content, tags: ['note'] };
  });
  const { status } = await service.call('POST', '/memory/batch', { key, body: { memories } });
  if (status !== 201) throw new Error(`a batch returned ${status}`);
});
await service.stop();

const client = new pg.Client(service.place.databaseUrl);
await client.connect();
const tables = await client.query('select tablename as name from pg_tables where schemaname = current_schema()');
for (const { name } of tables.rows) await client.query(`vacuum (analyze) "${name}"`);
const { rows } = await client.query(`select c.relname as name, c.reltuples::bigint::int as rows,
  pg_indexes_size(c.oid)::int as indexes, pg_total_relation_size(c.oid)::int as total
  from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
  order by total desc`);
await client.end();
await service.place.remove();

const per = (bytes: number) => (bytes / count).toFixed(0).padStart(8);
console.log(`${count} memories, ${(characters / count).toFixed(0)} characters each on average, 384 dimensions`);
console.log('table                   rows each     heap  indexes    total   (bytes per memory)');
let total = 0;
for (const row of rows) {
  total += row.total;
  if (row.total / count < 10) continue; // pages of tables that hold nothing yet
  const each = (row.rows / count).toFixed(2).padStart(9);
  console.log(`${row.name.padEnd(24)}${each}${per(row.total - row.indexes)} ${per(row.indexes)} ${per(row.total)}`);
}
console.log(
  `all tables: ${(total / count).toFixed(0)} bytes per memory; times 100,000,000: ${((total / count) * 1e8) / 1e12} TB`,
);
