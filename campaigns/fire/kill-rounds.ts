import { ChildService, freePort } from '../../test/support/child-service.js';
import { type EngineName, newPlace } from '../../test/support/databases.js';
import { EmbeddingEndpoint } from '../../test/support/embedding-endpoint.js';
import { look, repeatUnanswered } from './check.js';
import { type Figures, type Ledger, noFigures } from './ledger.js';
import { pause, Target, until } from './target.js';
import { openLedger, type Shift, startWriters, underWay } from './writers.js';

export interface KillFigures extends Figures {
  kills: number;
  /** Milliseconds from the start of the next process to its first successful response: the median and the longest. */
  readyMedianMs: number;
  readyLongestMs: number;
  /** SIGTERM only: the longest time in milliseconds from the signal to the exit. */
  stopLongestMs: number;
  /** Size of the backlog at the end, and seconds until it was empty. */
  backlog: number;
  backlogSeconds: number;
}

/** The embedder is unavailable every this many rounds, so that a kill also hits a backlog. */
const EMBEDDER_FAILS_EVERY = 3;
const BACKLOG_LIMIT_MS = 300_000;
/** The longest that writers write before the kill. */
const LONGEST_ROUND_MS = 500;

/**
 * Ends the service while 32 writers store, again and again, and checks each time what is left. SIGTERM must also exit with 0 and leave nothing
 * written that was not acknowledged.
 */
export async function killRounds(
  engine: EngineName,
  kills: number,
  signal: 'SIGKILL' | 'SIGTERM',
  onRound: (done: number, figures: KillFigures) => void,
): Promise<KillFigures> {
  const place = await newPlace(engine);
  const endpoint = await new EmbeddingEndpoint().start();
  const service = new ChildService(await freePort(), {
    RECOLLECT_DATA_DIR: place.folder,
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    RECOLLECT_EMBEDDER: 'openai',
    RECOLLECT_EMBEDDINGS_URL: endpoint.url,
  });
  const figures: KillFigures = {
    ...noFigures(),
    ...{ kills: 0, readyMedianMs: 0, readyLongestMs: 0, stopLongestMs: 0, backlog: 0, backlogSeconds: 0 },
  };
  const ready: number[] = [];
  try {
    await service.start();
    const target = await Target.withNewKey(service.url);
    const ledgers: Ledger[] = [];
    for (let i = 0; i < kills; i++) {
      endpoint.mood = i % EMBEDDER_FAILS_EVERY === 2 ? 'failing' : 'well';
      const ledger = await openLedger(target, `round-${i}`);
      ledgers.push(ledger);
      const shift: Shift = { stop: false, cutsAllowed: true };
      const writing = startWriters(target, ledger, shift);
      await underWay(ledger);
      await pause(Math.random() * LONGEST_ROUND_MS);
      const struck = performance.now();
      const code = await service.end(signal);
      if (signal === 'SIGTERM') {
        figures.stopLongestMs = Math.max(figures.stopLongestMs, Math.round(performance.now() - struck));
        if (code !== 0) ledger.faults.push(`SIGTERM ended it with ${code}: ${service.errors}`);
      }
      await writing;
      const began = performance.now();
      await service.start();
      ready.push(Math.round(performance.now() - began));
      figures.kills++;
      // With several nodes on one database, the lease of a dead node has to expire first: there they are repeated at the end.
      if (signal === 'SIGKILL' && engine === 'sqlite') await repeatUnanswered(target, ledger, figures);
      await look(target, ledger, figures);
      [figures.readyMedianMs, figures.readyLongestMs] = medianAndLongest(ready);
      onRound(i + 1, figures);
    }
    await drainBacklog(endpoint, target, figures);
    // Checks everything once more: no later crash may have destroyed what an earlier one left.
    const again = noFigures();
    for (const ledger of ledgers) {
      if (signal === 'SIGKILL') await repeatUnanswered(target, ledger, figures);
      await look(target, ledger, again);
    }
    for (const name of ['lost', 'partialBatches', 'seqFaults', 'itemFaults', 'doubled', 'faults'] as const)
      figures[name] = Math.max(figures[name], again[name]);
    return figures;
  } finally {
    await service.end('SIGTERM');
    await endpoint.stop();
    await place.remove();
  }
}

async function drainBacklog(endpoint: EmbeddingEndpoint, target: Target, figures: KillFigures): Promise<void> {
  endpoint.mood = 'well';
  const backlog = async () => (await target.call('GET', '/health')).body.checks.embedder.backlog as number;
  figures.backlog = await backlog();
  const ms = await until(BACKLOG_LIMIT_MS, 'no memory waits for vectors', async () => (await backlog()) === 0);
  figures.backlogSeconds = Math.round(ms / 100) / 10;
}

function medianAndLongest(values: readonly number[]): [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
}
