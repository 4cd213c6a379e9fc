import type { EngineName } from '../../test/support/databases.js';
import { repeatUnanswered, verify, verifyAgain } from './check.js';
import { childWithEndpoint } from './child-with-endpoint.js';
import { type Figures, type Ledger, noFigures } from './ledger.js';
import { medianAndLongest, pause, Target } from './target.js';
import { startRound } from './writers.js';

interface KillFigures extends Figures {
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
  const { endpoint, service, remove } = await childWithEndpoint(engine);
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
      const { ledger, writing } = await startRound(target, `round-${i}`, true);
      ledgers.push(ledger);
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
      await verify(target, ledger, figures);
      [figures.readyMedianMs, figures.readyLongestMs] = medianAndLongest(ready);
      onRound(i + 1, figures);
    }
    endpoint.mood = 'well';
    figures.backlog = await target.backlog();
    figures.backlogSeconds = await target.untilEmbedded();
    await verifyAgain(target, ledgers, figures, signal === 'SIGKILL');
    return figures;
  } finally {
    await remove();
  }
}
