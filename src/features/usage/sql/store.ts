import { jsonRows } from '../../../storage/json.js';
import { sql } from '../../../storage/sql.js';
import { systemRead, systemWrite, tenantRead } from '../../../storage/statement.js';

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
  /** Requests per hour of the day, and per bucket of `histogram.ts`. */
  hours: Map<number, number>;
  buckets: Map<number, number>;
}
export interface AgentAmount {
  keyId: string;
  agentId: string;
  requests: number;
  lastActivity: number;
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
  await tx.run(sql`insert into usage_latency (key_id, day, route, bucket, requests)
    select value ->> 0, value ->> 1, value ->> 2, cast(value ->> 3 as bigint), cast(value ->> 4 as bigint)
    from ${jsonRows(
      tx.dialect,
      amounts.flatMap((a) => [...a.buckets].sort(byNumber).map((entry) => [a.keyId, a.day, a.route, ...entry])),
    )} where true
    on conflict (key_id, day, route, bucket) do update set requests = usage_latency.requests + excluded.requests`);
  await tx.run(sql`insert into usage_hourly (key_id, day, hour, requests)
    select value ->> 0, value ->> 1, cast(value ->> 2 as bigint), cast(value ->> 3 as bigint)
    from ${jsonRows(tx.dialect, hoursOf(amounts))} where true
    on conflict (key_id, day, hour) do update set requests = usage_hourly.requests + excluded.requests`);
});

const byNumber = ([a]: [number, number], [b]: [number, number]) => a - b;

/** The routes of a key and day summed up: a statement may touch a row only once. */
function hoursOf(amounts: readonly UsageAmount[]): (string | number)[][] {
  const sums = new Map<string, [keyId: string, day: string, hour: number, requests: number]>();
  for (const { keyId, day, hours } of amounts) {
    for (const [hour, requests] of [...hours].sort(byNumber)) {
      const place = `${keyId}\n${day}\n${String(hour).padStart(2, '0')}`;
      sums.set(place, [keyId, day, hour, (sums.get(place)?.[3] ?? 0) + requests]);
    }
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** Adds the activity of agents, for many keys at once. */
export const addAgentUsage = systemWrite('usage.addAgents', async (tx, amounts: AgentAmount[]) => {
  const rows = amounts.map((a) => [a.keyId, a.agentId, a.requests, a.lastActivity]);
  await tx.run(sql`insert into usage_agents (key_id, agent_id, requests, last_activity)
    select value ->> 0, value ->> 1, cast(value ->> 2 as bigint), cast(value ->> 3 as bigint)
    from ${jsonRows(tx.dialect, rows)} where true
    on conflict (key_id, agent_id) do update set requests = usage_agents.requests + excluded.requests,
      last_activity = case when excluded.last_activity > usage_agents.last_activity then excluded.last_activity
        else usage_agents.last_activity end`);
});

/** Removes sums that no window reaches any more, and agents that were inactive for as long. Days sort as text. */
export const removeOldUsage = systemWrite(
  'usage.removeOld',
  async (tx, input: { beforeDay: string; before: number }): Promise<number> =>
    (await tx.run(sql`delete from usage_latency where day < ${input.beforeDay}`)) +
    (await tx.run(sql`delete from usage_hourly where day < ${input.beforeDay}`)) +
    (await tx.run(sql`delete from usage_agents where last_activity < ${input.before}`)),
);

const SUMS = sql`sum(requests) as requests, sum(tokens) as tokens, sum(errors) as errors,
  sum(latency_us) as "latencyUs"`;

/** Keys that named more agents than are counted, each with when the last agent to be kept was active. */
export const crowdedKeys = systemRead('usage.crowded', async (tx, { agents }: { agents: number }) => {
  const crowded = await tx.all<{ key_id: string }>(
    sql`select key_id from usage_agents group by key_id having count(*) > ${agents}`,
  );
  const keys: { keyId: string; since: number }[] = [];
  for (const { key_id: keyId } of crowded) {
    const row = await tx.get<{ since: number }>(sql`select last_activity as since from usage_agents
      where key_id = ${keyId} order by last_activity desc limit 1 offset ${agents - 1}`);
    if (row) keys.push({ keyId, since: row.since });
  }
  return keys;
});

export const removeIdleAgents = systemWrite(
  'usage.removeIdle',
  async (tx, { keyId, since, limit }: { keyId: string; since: number; limit: number }) =>
    tx.run(sql`delete from usage_agents where key_id = ${keyId} and agent_id in
      (select agent_id from usage_agents where key_id = ${keyId} and last_activity < ${since} limit ${limit})`),
);

/** Both days are inclusive. Days without traffic are absent. */
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
