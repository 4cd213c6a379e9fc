import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildService, freePort } from '../../test/support/child-service.js';
import { EmbeddingEndpoint } from '../../test/support/embedding-endpoint.js';
import { stores, verify, verifyAgain } from './check.js';
import { type Figures, type Ledger, noFigures } from './ledger.js';
import { PostgresCluster } from './postgres-cluster.js';
import { medianAndLongest, pause, seconds, Target, until } from './target.js';
import { startRound } from './writers.js';

/** What happens to PostgreSQL. `stopped`: it is stopped and started again; `frozen`: it is suspended, and no connection breaks. */
export type Outage = 'kill' | 'kill a backend' | 'stopped' | 'frozen';

interface OutageFigures extends Figures {
  outages: number;
  /** The longest time in seconds from the failure until PostgreSQL itself responded again. */
  databaseBackSeconds: number;
  /** Milliseconds from then until the service stored again: the median and the longest. */
  readyMedianMs: number;
  readyLongestMs: number;
  /** The longest that a writer waited for any response. */
  slowestResponseMs: number;
}

const READY_LIMIT_MS = 60_000;
const LONGEST_ROUND_MS = 500;
/** Writers continue for a moment after the recovery, to check that it lasts. */
const AFTERWARDS_MS = 300;

/** Makes PostgreSQL unavailable under 32 writers, again and again; the service must survive and recover by itself. */
export async function outageRounds(
  outages: readonly Outage[],
  outageMs: number,
  onRound: (done: number, figures: OutageFigures) => void,
): Promise<OutageFigures> {
  const cluster = await PostgresCluster.start();
  const folder = mkdtempSync(join(tmpdir(), 'recollect-outage-'));
  const endpoint = await new EmbeddingEndpoint().start();
  const service = new ChildService(await freePort(), {
    RECOLLECT_DATA_DIR: folder,
    DATABASE_URL: cluster.url,
    RECOLLECT_EMBEDDER: 'openai',
    RECOLLECT_EMBEDDINGS_URL: endpoint.url,
    LOG_LEVEL: 'fatal',
  });
  const figures: OutageFigures = {
    ...noFigures(),
    ...{ outages: 0, databaseBackSeconds: 0, readyMedianMs: 0, readyLongestMs: 0, slowestResponseMs: 0 },
  };
  const ready: number[] = [];
  try {
    await service.start();
    const target = await Target.withNewKey(service.url);
    const ledgers: Ledger[] = [];
    for (const [i, outage] of outages.entries()) {
      const { ledger, finish } = await startRound(target, `outage-${i}`, false);
      ledgers.push(ledger);
      await pause(Math.random() * LONGEST_ROUND_MS);
      const struck = performance.now();
      await befall(cluster, outage, outageMs, target, ledger);
      await until(READY_LIMIT_MS, 'PostgreSQL responds', () => cluster.responds());
      figures.databaseBackSeconds = Math.max(figures.databaseBackSeconds, seconds(performance.now() - struck));
      ready.push(Math.round(await until(READY_LIMIT_MS, 'the service stores again', () => stores(target, ledger))));
      await pause(AFTERWARDS_MS);
      await finish();
      figures.outages++;
      figures.slowestResponseMs = Math.max(figures.slowestResponseMs, Math.round(ledger.slowest.ms));
      await verify(target, ledger, figures);
      [figures.readyMedianMs, figures.readyLongestMs] = medianAndLongest(ready);
      onRound(i + 1, figures);
    }
    await verifyAgain(target, ledgers, figures, true);
    return figures;
  } catch (error) {
    if (service.hasEnded) throw new Error(`The service ended: ${service.errors.slice(0, 1_000)}`, { cause: error });
    throw error;
  } finally {
    await service.end('SIGTERM');
    await endpoint.stop();
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function befall(cluster: PostgresCluster, outage: Outage, outageMs: number, target: Target, ledger: Ledger) {
  switch (outage) {
    case 'kill':
      await cluster.kill();
      return cluster.startAgain();
    case 'kill a backend':
      return cluster.killBackend();
    case 'stopped':
      await cluster.stop();
      await pause(outageMs / 2);
      await expectUnavailable(target, ledger);
      await pause(outageMs / 2);
      return cluster.startAgain();
    case 'frozen':
      cluster.freeze();
      await pause(outageMs);
      return cluster.thaw();
  }
}

/** While the store is unavailable, calls and `/health` return 503, calls with `Retry-After`, and nothing about the stored data. */
async function expectUnavailable(target: Target, ledger: Ledger): Promise<void> {
  for (const [method, path] of [
    ['GET', '/health'],
    ['GET', `/memory?user_id=${ledger.user}`],
    ['GET', `/memory/retrieve?user_id=${ledger.user}&q=anything`],
  ] as const) {
    const { status, headers } = await target.call(method, path);
    if (status !== 503) ledger.faults.push(`${path} returned ${status} while PostgreSQL was unavailable`);
    else if (path !== '/health' && !headers.get('retry-after'))
      ledger.faults.push(`${path} named no time to come back`);
  }
}
