/**
 * Storing on PostgreSQL, compared with a bare insert of the same text and vector in its own commit, alternating; and how many statements a store
 * sends and how many bytes of WAL it writes, one at a time and many concurrently.
 *   node dist/bench/postgres-store.js --postgres URL [--stores 1000] [--width 16]     (an empty database)
 */
import pg from 'pg';
import { store } from '../src/features/memories/store.js';
import { seededRandom } from '../test/support/memories.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { benchService, median, option, pool, textOption } from './support.js';

const ROUNDS = 3;
const DIMENSIONS = 384;
const stores = option('stores', 1_000);
const width = option('width', 16);
const random = seededRandom(11);
const word = () => `w${Math.floor(4_000 ** random()).toString(36)}${Math.floor(random() * 3)}`;
const sentence = (i: number) => `${Array.from({ length: 22 }, word).join(' ')} (${i}).`;

let sent = 0;
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  sent++;
  return query.apply(this, given);
} as typeof pg.Client.prototype.query;

const url = textOption('postgres') ?? '';
const embedder = new StubEmbedder(DIMENSIONS);
const service = await benchService({ embedder });
const bare = new pg.Pool({ connectionString: url, max: width });
await bare.query(
  `create table bare (id bigserial primary key, owner text, content text, vector vector(${DIMENSIONS}))`,
);
await bare.query('create index on bare (owner)');
const wal = new pg.Pool({ connectionString: url, max: 1 });

/** Bytes of WAL that the server has written so far. */
const written = async () =>
  Number((await wal.query("select pg_current_wal_insert_lsn() - '0/0' as bytes")).rows[0].bytes);
const timed = async (count: number, at: number, work: (i: number) => Promise<unknown>) => {
  const earlier = await written();
  const before = sent;
  const began = performance.now();
  await pool(count, at, work);
  const took = performance.now() - began;
  const statements = (sent - before) / count;
  return { rate: count / (took / 1_000), statements, wal: ((await written()) - earlier) / count };
};
const storeOne = (i: number) => service.perform(store, { user_id: `u${i % 50}`, content: sentence(i) });
const insertOne = async (i: number) => {
  const content = sentence(i);
  const [[vector] = []] = await embedder.embed([content], 'passage').then((all) => all.map(({ vectors }) => vectors));
  await bare.query('insert into bare (owner, content, vector) values ($1, $2, $3)', [
    `u${i % 50}`,
    content,
    `[${vector?.join(',')}]`,
  ]);
};

await timed(100, 4, storeOne);
for (const at of [1, width]) {
  const count = at === 1 ? Math.ceil(stores / 5) : stores;
  const rounds: { ours: Awaited<ReturnType<typeof timed>>; theirs: Awaited<ReturnType<typeof timed>> }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ theirs: await timed(count, at, insertOne), ours: await timed(count, at, storeOne) });
  const ratio = median(rounds.map(({ ours, theirs }) => ours.rate / theirs.rate));
  const [ours, theirs] = (['ours', 'theirs'] as const).map((who) =>
    Math.round(median(rounds.map((one) => one[who].rate))),
  );
  const statements = median(rounds.map((one) => one.ours.statements));
  const [kept, bareKept] = (['ours', 'theirs'] as const).map((who) =>
    Math.round(median(rounds.map((one) => one[who].wal))),
  );
  console.log(
    `${at} at a time: ${ours} stores/s, bare ${theirs}/s: ${ratio.toFixed(2)}; ${statements.toFixed(1)} statements a store, ${kept} bytes of WAL (bare: ${bareKept})`,
  );
}
await bare.query('drop table bare');
await bare.end();
await wal.end();
await service.end();
