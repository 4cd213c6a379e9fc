import { type Clock, DAY } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../storage/database.js';
import { removeOldRetrievals, trimUser, usersOverLimit } from './sql/sweep.js';

/** Days that a retrieval is kept: a habit shows within weeks, and what a user looked at should not be on record forever. */
export const KEPT_DAYS = 90;
/** Retrievals kept per user: ten times what a prediction reads. */
const KEPT_PER_USER = 5_000;
/** Rows per transaction: writers in between wait no longer than that. */
const BATCH = 1_000;
/** Transactions per run of the job: a backlog does not keep the other jobs waiting; the next run continues. */
const MAX_ROUNDS = 100;

/** Keeps the retrieval history of all keys within its limits. Returns how many rows were deleted. */
export async function sweepRetrievals(
  parts: { database: Database; clock: Clock; log: Log },
  bounds = { days: KEPT_DAYS, perUser: KEPT_PER_USER },
): Promise<number> {
  const { database, clock, log } = parts;
  let rounds = 0;
  let deleted = 0;
  const all = async (remove: () => Promise<number>) => {
    for (let gone = BATCH; gone === BATCH && rounds < MAX_ROUNDS; rounds++) {
      gone = await remove();
      deleted += gone;
    }
  };
  const before = clock.now() - bounds.days * DAY;
  await all(() => database.system(removeOldRetrievals, { before, limit: BATCH }));
  const users = await database.system(usersOverLimit, { most: bounds.perUser, limit: BATCH });
  for (const user of users) await all(() => database.system(trimUser, { ...user, most: bounds.perUser, limit: BATCH }));
  if (deleted) log.info({ deleted }, 'removed old retrievals');
  return deleted;
}
