import { type Clock, DAY, dayOf } from '../../kernel/clock.js';
import type { Database } from '../../storage/database.js';
import { removeOldUsage } from './store.js';
import { DAYS_MAX } from './window.js';

/** Removes the sums by latency, hour and agent that no window reaches any more. */
export async function sweepUsage({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const before = clock.now() - (DAYS_MAX + 1) * DAY;
  return database.system(removeOldUsage, { beforeDay: dayOf(before), before });
}
