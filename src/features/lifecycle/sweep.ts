import type { Clock } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import type { Database, TenantDatabase } from '../../storage/database.js';
import type { Scope } from './scope.js';
import { keysWithExpired, removeExpired } from './sql/expired.js';

/** Memories per transaction: writers in between wait no longer than that. */
const BATCH = 500;
/** Rounds per run of the job: a backlog after a long downtime does not keep the other jobs waiting. */
const MAX_ROUNDS = 100;

/** Removes everything of a scope that has expired. Returns how many memories. */
export async function removeAllExpired(db: TenantDatabase, scope: Scope, now: number): Promise<number> {
  let deleted = 0;
  for (;;) {
    const removed = await db.run(removeExpired, { scope, limit: BATCH, now });
    deleted += removed.deleted;
    if (removed.found < BATCH) return deleted;
  }
}

/** The background sweep over all keys. */
export async function sweepExpired(parts: { database: Database; clock: Clock; log: Log }): Promise<number> {
  const now = parts.clock.now();
  let deleted = 0;
  const failed = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const keys = await parts.database.system(keysWithExpired, { now, limit: BATCH, except: [...failed] });
    if (keys.length === 0) break;
    for (const key of keys) {
      try {
        const removed = await parts.database.tenant(key).run(removeExpired, { scope: {}, limit: BATCH, now });
        deleted += removed.deleted;
      } catch (err) {
        failed.add(key);
        parts.log.error({ err, key }, 'removing expired memories failed');
      }
    }
  }
  if (deleted) parts.log.info({ deleted }, 'removed expired memories');
  return deleted;
}
