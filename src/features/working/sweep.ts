import type { Clock } from '../../kernel/clock.js';
import type { Database } from '../../storage/database.js';
import { keysWithExpiredItems, sweepItems } from './sql/sweep.js';

/** Sessions per transaction. */
const BATCH = 200;
/** Rounds per run of the job: a backlog after a long downtime does not keep the other jobs waiting. */
const MAX_ROUNDS = 100;

/** Removes expired working memory of all keys. Returns how many items. */
export async function sweepWorking({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const now = clock.now();
  let removed = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const keys = await database.system(keysWithExpiredItems, { now, limit: BATCH });
    if (keys.length === 0) break;
    for (const key of keys) removed += await database.tenant(key).run(sweepItems, { now, limit: BATCH });
  }
  return removed;
}
