/**
 * A call on a Citus cluster compared with the same call on one PostgreSQL, alternating in one run; how the work spreads over the workers; and the
 * cost of a write or a read that involves more than one worker, as it would if tables were distributed by (key, user).
 *   node dist/bench/citus.js --postgres URL --cluster URL [--calls 300] [--width 8]
 * Both databases are empty; the second is a coordinator with two workers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '../src/config/config.js';
import { startService } from '../src/service.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { StubReader } from '../test/support/stub-reader.js';
import { median, option, pool, textOption } from './support.js';

const ROUNDS = 5;
const KEYS = 8;
const DIMENSIONS = 384;
const ADMIN = 'rec_admin_of_the_benchmarks_0123456789';
const calls = option('calls', 300);
const width = option('width', 8);
const urls = { postgres: textOption('postgres') ?? '', cluster: textOption('cluster') ?? '' };

async function open(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-bench-'));
  const env = {
    PORT: '0',
    RECOLLECT_DATA_DIR: folder,
    RECOLLECT_ADMIN_KEY: ADMIN,
    RECOLLECT_RATE_LIMIT: '0',
    DATABASE_URL: url,
  };
  const overrides = { embedder: new StubEmbedder(DIMENSIONS), reader: new StubReader() };
  const service = await startService(loadConfig({ env }), overrides);
  const call = async (key: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(service.url + path, { ...init, headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const keys: string[] = [];
  for (let i = 0; i < KEYS; i++) {
    const body = { name: 'bench', owner: 'bench', scopes: ['read', 'write'], tier: 'pro' };
    keys.push((await call(ADMIN, '/auth/keys', body)).key ?? '');
  }
  const keyOf = (i: number) => keys[i % KEYS] as string;
  const ids: string[] = [];
  return {
    store: async (i: number) => {
      const { id } = await call(keyOf(i), '/memory/store', {
        user_id: `u${i % 50}`,
        content: `Note ${i} of a bench, round ${Math.random()}`,
      });
      ids[i % KEYS] = id ?? '';
    },
    get: (i: number) => call(keyOf(i), `/memory/${ids[i % KEYS]}`),
    retrieve: (i: number) => call(keyOf(i), `/memory/retrieve?user_id=u${i % 50}&q=note+of+a+bench&limit=5`),
    async end() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const WORK = `select nodeport as port, result::bigint as commits from run_command_on_workers(
  'select xact_commit from pg_stat_database where datname = current_database()') order by 1`;
const coordinator = new pg.Client(urls.cluster);
await coordinator.connect();
const work = async () => (await coordinator.query<{ port: number; commits: string }>(WORK)).rows;

const [one, cluster] = [await open(urls.postgres), await open(urls.cluster)];
const timed = async (at: number, task: (i: number) => Promise<unknown>) => {
  const began = performance.now();
  await pool(calls, at, task);
  return (performance.now() - began) / calls;
};
for (const side of [one, cluster]) await pool(KEYS * 10, 4, side.store);
for (const name of ['store', 'get', 'retrieve'] as const) {
  for (const at of [1, width]) {
    const before = await work();
    const rounds: [number, number][] = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push([await timed(at, one[name]), await timed(at, cluster[name])]);
    await new Promise((resolve) => setTimeout(resolve, 1_500)); // the counters of the workers lag by a second
    const after = await work();
    const spread = after.map(({ commits }, i) =>
      ((Number(commits) - Number(before[i]?.commits)) / (ROUNDS * calls)).toFixed(2),
    );
    const [plain, distributed] = [0, 1].map((side) => median(rounds.map((round) => round[side] ?? 0)).toFixed(2));
    const ratio = median(rounds.map(([a, b]) => b / a)).toFixed(2);
    console.log(
      `${name}, ${at} at a time: ${plain} ms on one PostgreSQL, ${distributed} ms on the cluster: ${ratio}; transactions per call and worker ${spread.join(', ')}`,
    );
  }
}
for (const side of [one, cluster]) await side.end();

// A write in one transaction to rows on one worker, and to rows on two; a read of one shard, and of all.
const { rows: places } = await coordinator.query<{
  key: string;
  port: number;
}>(`select 'bench-' || n as key, nodeport as port from generate_series(1, 64) n
  join citus_shards on table_name = 'usage_agents'::regclass and shardid = get_shard_id_for_distribution_column('usage_agents', 'bench-' || n)`);
const here = places.filter(({ port }) => port === places[0]?.port).map(({ key }) => key);
const there = places.find(({ port }) => port !== places[0]?.port)?.key ?? '';
const add = (key: string) =>
  coordinator.query(
    `insert into usage_agents (key_id, agent_id, requests, last_activity) values ($1, 'bench', 1, 0)
      on conflict (key_id, agent_id) do update set requests = usage_agents.requests + 1`,
    [key],
  );
const both = (other: string) => async () => {
  await coordinator.query('begin');
  await add(here[0] ?? '');
  await add(other);
  await coordinator.query('commit');
};
const tasks = {
  'write, one worker': both(here[0] ?? ''),
  'write, two workers': both(there),
  'read, one shard': () => coordinator.query(`select count(*) from usage_agents where key_id = $1`, [here[0]]),
  'read, all shards': () => coordinator.query(`select count(*) from usage_agents where agent_id = 'bench'`),
};
const times = new Map<string, number[]>();
for (let i = 0; i < ROUNDS; i++)
  for (const [name, task] of Object.entries(tasks)) times.set(name, [...(times.get(name) ?? []), await timed(1, task)]);
for (const [name, all] of times) console.log(`${name}: ${median(all).toFixed(2)} ms`);
await coordinator.query(`delete from usage_agents where agent_id = 'bench'`);
await coordinator.end();
