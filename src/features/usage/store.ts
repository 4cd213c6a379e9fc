import { jsonRows } from '../../storage/json.js';
import { sql } from '../../storage/sql.js';
import { systemWrite, tenantRead } from '../../storage/statement.js';

export interface UsageSum {
  requests: number;
  tokens: number;
  errors: number;
  latencyUs: number;
}
export interface UsageAmount extends UsageSum {
  keyId: string;
  day: string;
  route: string;
}

/** Adds what was counted, for many keys at once. */
export const addUsage = systemWrite('usage.add', async (tx, amounts: UsageAmount[]) => {
  const rows = amounts.map((a) => [a.keyId, a.day, a.route, a.requests, a.tokens, a.errors, a.latencyUs]);
  await tx.run(sql`insert into usage_daily (key_id, day, route, requests, tokens, errors, latency_us)
    select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as bigint), cast(value ->> 4 as bigint),
      cast(value ->> 5 as bigint), cast(value ->> 6 as bigint)
    from ${jsonRows(tx.dialect, rows)} where true
    on conflict (key_id, day, route) do update set requests = usage_daily.requests + excluded.requests,
      tokens = usage_daily.tokens + excluded.tokens, errors = usage_daily.errors + excluded.errors,
      latency_us = usage_daily.latency_us + excluded.latency_us`);
});

const SUMS = sql`sum(requests) as requests, sum(tokens) as tokens, sum(errors) as errors,
  sum(latency_us) as "latencyUs"`;

/** Both days belong to the window. Days without traffic are not there. */
export const readUsage = tenantRead('usage.read', async (tx, { from, to }: { from: string; to: string }) => {
  const window = sql`usage_daily where key_id = ${tx.keyId} and day >= ${from} and day <= ${to}`;
  const byRoute = await tx.all<UsageSum & { route: string }>(
    sql`select route, ${SUMS} from ${window} group by route order by requests desc, route`,
  );
  const byDay = await tx.all<UsageSum & { day: string }>(
    sql`select day, ${SUMS} from ${window} group by day order by day`,
  );
  return { byRoute, byDay };
});
