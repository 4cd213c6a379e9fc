import type { EngineName } from '../../test/support/databases.js';
import type { EndpointMood } from '../../test/support/embedding-endpoint.js';
import { checkRound } from './check.js';
import { childWithEndpoint } from './child-with-endpoint.js';
import { type Figures, noFigures } from './ledger.js';
import { pause, Target } from './target.js';
import { openLedger, startWriters } from './writers.js';

export const MOODS: EndpointMood[] = ['failing', 'hanging', 'cut', 'nan', 'infinite', 'short', 'garbage'];

interface EmbedderFigures extends Figures {
  rounds: number;
  /** Size of the backlog when the endpoint came back, and the longest time until it was empty. */
  backlog: number;
  backlogLongestSeconds: number;
  /** The longest that a search or a writer waited while the endpoint was failing. */
  slowestSearchMs: number;
  slowestResponseMs: number;
}

const SEARCHES = 5;

/** Makes the embedding endpoint fail in every way under 32 writers: stores must still succeed, and vectors must follow without intervention. */
export async function embedderRounds(
  engine: EngineName,
  moods: readonly EndpointMood[],
  moodMs: number,
  onRound: (done: number, figures: EmbedderFigures) => void,
): Promise<EmbedderFigures> {
  const { endpoint, service, remove } = await childWithEndpoint(engine, { LOG_LEVEL: 'fatal' });
  const figures: EmbedderFigures = {
    ...noFigures(),
    ...{ rounds: 0, backlog: 0, backlogLongestSeconds: 0, slowestSearchMs: 0, slowestResponseMs: 0 },
  };
  try {
    await service.start();
    const target = await Target.withNewKey(service.url);
    for (const [i, mood] of moods.entries()) {
      const ledger = await openLedger(target, `embedder-${i}`);
      const shift = { stop: false, cutsAllowed: false };
      endpoint.mood = mood;
      const writing = startWriters(target, ledger, shift);
      for (let n = 0; n < SEARCHES; n++) {
        await pause(moodMs / SEARCHES);
        const { status, body, ms } = await target.call('GET', `/memory/retrieve?user_id=nobody&q=question+${i}+${n}`);
        figures.slowestSearchMs = Math.max(figures.slowestSearchMs, Math.round(ms));
        if (status !== 200 || body.semantic !== false)
          ledger.faults.push(`a search returned ${status} ${JSON.stringify(body).slice(0, 200)}`);
      }
      shift.stop = true;
      await writing;
      if ((ledger.statuses.get(503) ?? 0) > 0) ledger.faults.push('a store was refused for want of an embedder');
      figures.backlog += await target.backlog();
      endpoint.mood = 'well';
      figures.backlogLongestSeconds = Math.max(figures.backlogLongestSeconds, await target.untilEmbedded());
      figures.slowestResponseMs = Math.max(figures.slowestResponseMs, Math.round(ledger.slowest.ms));
      const found = await target.call('GET', `/memory/retrieve?user_id=${ledger.user}&q=writer+wrote+number&limit=5`);
      if (found.body.semantic === false || found.body.count === 0) ledger.faults.push('afterwards nothing is found');
      await checkRound(target, ledger, figures);
      onRound(i + 1, figures);
    }
    return figures;
  } finally {
    await remove();
  }
}
