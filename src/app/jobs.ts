import type { Config } from '../config/config.js';
import { checkBacklog } from '../features/conflicts/detect.js';
import { closeSilentEpisodes } from '../features/episodes/silence.js';
import { trimJournalOlderThan } from '../features/events/journal/retention.js';
import { resealSecrets } from '../features/events/webhooks/reseal.js';
import { sweepExpired } from '../features/lifecycle/sweep.js';
import { embedBacklog } from '../features/memories/reading/backlog.js';
import { ModelChanger } from '../features/model/change.js';
import { maintainIndexes } from '../features/model/maintain-indexes.js';
import { sweepRetrievals } from '../features/predict/sweep.js';
import { sweepUsage } from '../features/usage/counter.js';
import { recountStorage } from '../features/usage/recount.js';
import { finishErasures } from '../features/users/finish-erasures.js';
import { sweepWorking } from '../features/working/sweep.js';
import type { RecurringJob } from '../jobs/runner.js';
import { DAY, HOUR, MINUTE, SECOND } from '../kernel/clock.js';
import type { Features } from './features.js';
import type { Foundation } from './foundation.js';

/** What the service does by itself, and how often. */
export function recurringJobs(
  config: Config,
  { database, models }: Foundation,
  { work, deriver, audit, events, sessions, limits, idempotency }: Features,
): RecurringJob[] {
  const changer = new ModelChanger({ ...work, models });
  const recurring: RecurringJob[] = [
    { kind: 'change-model', everyMs: 0, run: (signal) => changer.run(signal) },
    { kind: 'embed-backlog', everyMs: 5 * SECOND, aside: true, run: (signal) => embedBacklog(work, signal) },
    { kind: 'derive-statements', everyMs: SECOND, run: (signal) => deriver.run(signal) },
    { kind: 'find-conflicts', everyMs: SECOND, run: (signal) => checkBacklog(work, signal) },
    { kind: 'sweep-expired', everyMs: MINUTE, run: () => sweepExpired(work) },
    { kind: 'sweep-working', everyMs: MINUTE, run: () => sweepWorking(work) },
    { kind: 'close-episodes', everyMs: MINUTE, run: (signal) => closeSilentEpisodes(work, signal) },
    { kind: 'settle-erasures', everyMs: MINUTE, aside: true, run: () => finishErasures(work) },
    { kind: 'sweep-retrievals', everyMs: HOUR, run: () => sweepRetrievals(work) },
    { kind: 'sweep-audit', everyMs: HOUR, run: (signal) => audit.sweep(signal) },
    { kind: 'sweep-usage', everyMs: HOUR, run: () => sweepUsage(work) },
    { kind: 'sweep-idempotency', everyMs: HOUR, run: () => idempotency.sweep() },
    { kind: 'sweep-limits', everyMs: HOUR, run: () => limits.sweep().then(() => sessions.sweep()) },
    { kind: 'recount-storage', everyMs: DAY, run: (signal) => recountStorage(work, signal) },
    { kind: 'reseal-secrets', everyMs: 10 * MINUTE, run: (signal) => resealSecrets(work, events.secrets, signal) },
    { kind: 'trim-journal', everyMs: HOUR, run: (signal) => trimJournalOlderThan(config.journalDays, work, signal) },
  ];
  if (database.engine === 'postgres') {
    const run = (signal: AbortSignal) => maintainIndexes(config.hnswFrom, database, signal);
    recurring.push({ kind: 'index-vectors', everyMs: 10 * MINUTE, aside: true, run });
  }
  return recurring;
}
