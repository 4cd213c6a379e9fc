import { type Clock, DAY } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../storage/database.js';
import { removeOldRetrievals, trimUser, usersOverLimit } from './sql/sweep.js';

/** Days that a retrieval is remembered: a habit shows within weeks, and what was looked at is nobody's business for ever. */
export const KEPT_DAYS = 90;
/** Retrievals remembered of one user: ten times what a prediction reads. */
export const KEPT_PER_USER = 5_000;
/** Rows per transaction: writers in between wait for no more than that. */
const BATCH = 1_000;
/** Transactions per run of the job: a backlog does not keep the other jobs waiting, the next run goes on. */
const MAX_ROUNDS = 100;

/** Keeps the history of retrievals within its bounds, of all keys. Answers how many rows went. */
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
  for (const user of users) {
    await all(() => database.system(trimUser, { ...user, most: bounds.perUser, limit: BATCH }));
  }
  if (deleted) log.info({ deleted }, 'removed old retrievals');
  return deleted;
}
