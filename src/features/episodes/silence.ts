import type { Compute } from '../../compute/compute.js';
import type { Embedder } from '../../embedding/embedder.js';
import { currentOf } from '../../embedding/embedder.js';
import { type Clock, HOUR } from '../../kernel/clock.js';
import { randomIds } from '../../kernel/ids.js';
import type { Log } from '../../kernel/log.js';
import type { LanguageModel } from '../../llm/language-model.js';
import type { Reader } from '../../readers/reader.js';
import type { Database } from '../../storage/database.js';
import { tryToClose } from './close.js';
import { episodesToSummarize } from './sql/close.js';

/** An episode without an event for this long is over. */
export const SILENCE_MS = 24 * HOUR;
const BATCH = 50;

export interface SilenceParts {
  database: Database;
  embedder: Embedder;
  llm: LanguageModel | null;
  reader: Reader;
  compute: Compute;
  clock: Clock;
  log: Log;
}

/** Closes episodes that were left open, and writes deleted summaries again. An episode that changes at that very moment is left for the next time. */
export async function closeSilentEpisodes(parts: SilenceParts, signal?: AbortSignal): Promise<number> {
  const { database, llm, reader, compute, clock, log } = parts;
  const now = clock.now();
  const ids = randomIds(() => now);
  let closed = 0;
  const failed = new Set<string>();
  for (;;) {
    const silent = await database.system(episodesToSummarize, {
      since: now - SILENCE_MS,
      limit: BATCH,
      except: [...failed],
    });
    let progress = 0;
    for (const { key_id, id } of silent) {
      if (signal?.aborted) return closed;
      const db = database.tenant(key_id);
      const embedder = currentOf(parts.embedder);
      const closer = { db, embedder, llm, reader, compute, ids, now, log, id: 'close-episodes', countTokens: () => {} };
      const done = await tryToClose(closer, { id }).catch((error: unknown) => {
        log.error({ err: error, episode: id }, 'summarizing an episode failed');
        failed.add(id);
        return 'changed' as const;
      });
      if (done !== 'changed') progress++;
    }
    closed += progress;
    if (silent.length < BATCH || progress === 0) break;
  }
  if (closed) log.info({ closed }, 'summarized episodes that had been silent for a day or had lost their summary');
  return closed;
}
