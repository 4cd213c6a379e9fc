import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ChildService, freePort } from '../../test/support/child-service.js';
import { newPlace } from '../../test/support/databases.js';
import { EmbeddingEndpoint } from '../../test/support/embedding-endpoint.js';
import { ADMIN_KEY } from '../../test/support/service.js';
import { repeatUnanswered, verify } from '../fire/check.js';
import { type Figures, type Ledger, noFigures } from '../fire/ledger.js';
import { pause, Target, until } from '../fire/target.js';
import { openLedger, type Shift, startWriters, underWay } from '../fire/writers.js';
import { rollingRestarts } from '../nodes/rolling-restart.js';
import { CitusCluster } from './cluster.js';

/**
 * The part of `npm run test:citus` that needs the cluster's own processes: a filled database is distributed, a worker is killed and a shard is moved
 * while writers write to keys on both workers, and nodes are restarted in turn. Nothing acknowledged may be lost, and the only refusal allowed is
 * 503.
 */
const [folder = '', rounds = '1'] = process.argv.slice(2);
const server = process.env.RECOLLECT_TEST_DATABASE_URL ?? '';
const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const BACK_LIMIT_MS = 60_000;
/** Writers continue for this long after a failure, so that some calls hit it. */
const AFTER_MS = 1_500;
const MAX_KEYS = 64;

const cluster = new CitusCluster(folder, server);
const endpoint = await new EmbeddingEndpoint().start();
let failed = false;
const report = (what: string, bad: readonly unknown[], figures: object) => {
  failed ||= bad.length > 0;
  console.log(`${bad.length > 0 ? '✖' : '✔'} ${what}: ${JSON.stringify(figures)}`);
  for (const fault of bad.slice(0, 10)) console.log(`    ${fault}`);
};

/** A service on its own schema. `filled`: the workers hold no shards until it has started, as when a running server is turned into a cluster. */
async function startService(filled: boolean) {
  const place = await newPlace('postgres');
  const url = place.databaseUrl ?? '';
  const service = new ChildService(await freePort(), {
    RECOLLECT_DATA_DIR: place.folder,
    DATABASE_URL: url,
    RECOLLECT_EMBEDDER: 'openai',
    RECOLLECT_EMBEDDINGS_URL: endpoint.url,
    LOG_LEVEL: 'warn',
  });
  const useWorkers = (use: boolean) =>
    cluster.ask(
      server,
      `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', $1) from pg_dist_node where groupid <> 0`,
      [use],
    );
  if (filled) await useWorkers(false);
  try {
    await service.start();
  } finally {
    if (filled) await useWorkers(true);
  }
  return { place, url, service };
}

interface Tenant {
  target: Target;
  keyId: string;
}
async function newTenant(url: string): Promise<Tenant> {
  const body = { name: 'fire', owner: 'fire', scopes: ['read', 'write'], tier: 'pro' };
  const { body: minted } = await new Target(url, ADMIN_KEY).call('POST', '/auth/keys', body);
  return { target: new Target(url, minted.key), keyId: minted.id };
}
/** One key on each worker. */
async function tenantOnEach(service: ChildService, url: string): Promise<Tenant[]> {
  const found = new Map<number, Tenant>();
  for (let i = 0; i < MAX_KEYS && found.size < cluster.workers.length; i++) {
    const tenant = await newTenant(service.url);
    found.set(await cluster.workerOf(url, tenant.keyId), tenant);
  }
  return cluster.workers.map(({ port }) => found.get(port) as Tenant);
}

/** Runs writers of all tenants concurrently with a disturbance, then checks what is left against what was acknowledged. */
async function underFire(tenants: readonly Tenant[], name: string, happens: (ledgers: Ledger[]) => Promise<void>) {
  const ledgers = await Promise.all(tenants.map(({ target }) => openLedger(target, name)));
  const shift: Shift = { stop: false, cutsAllowed: false };
  const writing = tenants.map(({ target }, i) => startWriters(target, ledgers[i] as Ledger, shift));
  const problems: string[] = [];
  try {
    for (const ledger of ledgers) await underWay(ledger);
    await happens(ledgers);
  } catch (error) {
    problems.push(String(error));
  } finally {
    shift.stop = true;
    await Promise.all(writing);
  }
  const figures: Figures = noFigures();
  for (const [i, { target }] of tenants.entries()) {
    await repeatUnanswered(target, ledgers[i] as Ledger, figures);
    await verify(target, ledgers[i] as Ledger, figures);
    problems.push(...(ledgers[i] as Ledger).faults);
  }
  for (const what of ['lost', 'partialBatches', 'seqFaults', 'itemFaults', 'doubled'] as const)
    if (figures[what] > 0) problems.push(`${what}: ${figures[what]}`);
  report(name, [...new Set(problems)], figures);
  return ledgers;
}

const acknowledgesMore = async (ledger: Ledger | undefined, by = 10) => {
  const before = ledger?.acknowledged.size ?? 0;
  await until(BACK_LIMIT_MS, 'writes are acknowledged', async () => (ledger?.acknowledged.size ?? 0) >= before + by);
};

async function distributeFilled(): Promise<void> {
  const { place, url, service } = await startService(true);
  try {
    const tenants = [await newTenant(service.url), await newTenant(service.url)];
    const ledgers = await underFire(tenants, 'on the coordinator', async () => {});
    await service.end('SIGTERM');
    const command = spawn(process.execPath, [MAIN, 'migrate', '--distribute'], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        DATABASE_URL: url,
        RECOLLECT_DATA_DIR: place.folder,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(command, 'exit');
    const parts = await cluster.ask(
      url,
      "select nodeport from citus_shards where table_name = to_regclass('memories') group by nodeport",
    );
    const problems = code === 0 && parts.length === cluster.workers.length ? [] : [`it ended with ${code}`];
    await service.start();
    const figures = noFigures();
    for (const [i, { target }] of tenants.entries()) await verify(target, ledgers[i] as Ledger, figures);
    if (figures.lost + figures.seqFaults + figures.itemFaults > 0) problems.push('something was lost');
    report('migrate --distribute', problems, figures);
    await underFire(tenants, 'after it', async () => {});
  } finally {
    await service.end('SIGTERM');
    await place.remove();
  }
}

async function killAndMove(): Promise<void> {
  const { place, url, service } = await startService(false);
  try {
    const tenants = await tenantOnEach(service, url);
    for (let round = 0; round < Number(rounds); round++) {
      const struck = round % cluster.workers.length;
      const worker = cluster.workers[struck] as (typeof cluster.workers)[number];
      await underFire(tenants, `kill of a worker, round ${round + 1}`, async (ledgers) => {
        cluster.kill(worker);
        // The keys on the other worker must keep working.
        await acknowledgesMore(ledgers[1 - struck]);
        await pause(AFTER_MS);
        await cluster.startAgain(worker);
        for (const ledger of ledgers) await acknowledgesMore(ledger);
      });
      await underFire(tenants, `move of shards, round ${round + 1}`, async (ledgers) => {
        await cluster.move(url, (tenants[0] as Tenant).keyId);
        for (const ledger of ledgers) await acknowledgesMore(ledger);
        await cluster.move(url, (tenants[0] as Tenant).keyId);
      });
    }
  } finally {
    const faults = service.errors.split('\n').filter((line) => line.includes('"level":50'));
    if (faults.length > 0) console.log(faults.slice(0, 5).join('\n').slice(0, 8_000));
    await service.end('SIGTERM');
    await place.remove();
  }
}

try {
  await killAndMove();
  await distributeFilled();
  const { failed: failures, ...figures } = await rollingRestarts(2, Number(rounds));
  report('rolling restarts, two nodes', failures, figures);
} finally {
  await endpoint.stop();
}
process.exitCode = failed ? 1 : 0;
