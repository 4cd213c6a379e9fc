import { DAY, dayOf } from '../../../kernel/clock.js';
import { raw, sql } from '../../../storage/sql.js';
import { tenantSnapshotRead } from '../../../storage/statement.js';
import type { Window } from '../../usage/window.js';

interface DaysRequest extends Window {
  /** The same window in milliseconds; the end is exclusive. */
  since: number;
  until: number;
}

/** Memories stored and returned per day. When memories were stored is read from an index alone. */
export const readDays = tenantSnapshotRead('analytics.days', async (tx, input: DaysRequest) => {
  const stored = await tx.all<{
    day: number;
    count: number;
  }>(sql`select m.created_at / ${raw(String(DAY))} as day, count(*) as count
    from memories m where m.key_id = ${tx.keyId} and m.created_at >= ${input.since} and m.created_at < ${input.until} group by 1`);
  const retrieved = await tx.all<{
    day: string;
    count: number;
  }>(sql`select day, sum(retrieved) as count from usage_hourly
    where key_id = ${tx.keyId} and day >= ${input.from} and day <= ${input.to} group by day`);
  return {
    stored: Object.fromEntries(stored.map((row) => [dayOf(row.day * DAY), row.count])),
    retrieved: Object.fromEntries(retrieved.map((row) => [row.day, row.count])),
  };
});
