import { type Clock, DAY } from '../../../kernel/clock.js';
import type { Log } from '../../../kernel/log.js';
import type { Database } from '../../../storage/database.js';
import { firstTimed, trimJournal } from '../sql/journal.js';

/** Removes the lines that are past the journal's retention; returns how many. */
export async function trimJournalOlderThan(
  days: number,
  { database, clock, log }: { database: Database; clock: Clock; log: Log },
  signal: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const timed = await database.system(firstTimed, { now }); // once: it reads every line before it
  let removed = 0;
  for (let step = 1; step > 0 && !signal.aborted; removed += step)
    step = await database.system(trimJournal, { before: now - days * DAY, now, timed });
  if (removed) log.info({ removed }, 'trimmed the journal');
  return removed;
}
