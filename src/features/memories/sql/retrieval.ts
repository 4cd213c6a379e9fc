import { DAY, dayOf, HOUR } from '../../../kernel/clock.js';
import { asJson, hasOneWriter, textRows } from '../../../storage/dialect.js';
import { jsonRows } from '../../../storage/json.js';
import { among, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';

/** One retrieval: who asked, when, and what was returned; never the question. */
export interface Retrieval {
  userId: string;
  /** The agent that the question was limited to. */
  agentId: string | null;
  at: number;
  /** The best memories that were returned, best first. */
  ids: readonly string[];
  /** How many were returned. */
  found: number;
  abstained: boolean;
}
export interface CountedRetrievals {
  counts: readonly (readonly [id: string, count: number])[];
  retrievals: readonly Retrieval[];
  at: number;
}

/** How often and when a memory was last returned, which were returned together, and the totals: written later, so that reading does not write. */
export const countRetrievals = tenantWrite(
  'memories.countRetrievals',
  async (tx, { counts, retrievals, at }: CountedRetrievals): Promise<void> => {
    await count(tx, counts, at);
    if (retrievals.length === 0) return;
    const known = await insertRetrievals(tx, retrievals);
    await announce(tx, known, at);
    await sumByHour(tx, retrievals);
    await sumByAgent(tx, retrievals);
  },
);

/** One statement: a store of the same key waits for it, and between several statements the server would serve other requests. */
async function count(tx: TenantTx, counts: CountedRetrievals['counts'], at: number): Promise<void> {
  if (counts.length === 0) return;
  const is = sql`m.key_id = ${tx.keyId} and ${among(
    tx.dialect,
    'm.id',
    counts.map(([id]) => id),
  )}`;
  if (!hasOneWriter(tx.dialect)) {
    // In id order: two nodes that count the same memories wait for each other instead of deadlocking.
    await tx.all(sql`select 1 as held from memories m where ${is} order by m.id for no key update`);
  }
  await tx.run(sql`with counted as materialized (select value ->> 0 as id, cast(value ->> 1 as bigint) as count
      from ${jsonRows(tx.dialect, counts)})
    update memories as m set retrieval_count = retrieval_count + (select count from counted c where c.id = m.id),
      last_retrieved_at = ${at} where ${is}`);
}

/** A user who was forgotten since the retrieval stays forgotten: only the numbers of that retrieval are stored. */
async function insertRetrievals(tx: TenantTx, retrievals: readonly Retrieval[]): Promise<Retrieval[]> {
  const users = [...new Set(retrievals.map((made) => made.userId))];
  const there = await tx.all<{ user_id: string }>(sql`select value as user_id from ${textRows(tx.dialect, users)}
    where exists (select 1 from memories m where m.key_id = ${tx.keyId} and m.user_id = value)`);
  const known = new Set(there.map((row) => row.user_id));
  const rows = retrievals.map((made) => {
    const kept = known.has(made.userId);
    const ids = JSON.stringify(kept ? made.ids : []);
    return [kept ? made.userId : '', made.agentId ?? '', made.at, ids, made.found, made.abstained ? 1 : 0];
  });
  await tx.run(sql`insert into retrievals (key_id, user_id, agent_id, at, memory_ids, found, abstained)
    select cast(${tx.keyId} as text), value ->> 0, nullif(value ->> 1, ''), cast(value ->> 2 as bigint),
      ${asJson(tx.dialect, sql`value ->> 3`)}, cast(value ->> 4 as bigint), cast(value ->> 5 as bigint)
    from ${jsonRows(tx.dialect, rows)}`);
  return retrievals.filter((made) => known.has(made.userId));
}

/** Only if someone has subscribed to retrievals. */
async function announce(tx: TenantTx, retrievals: readonly Retrieval[], now: number): Promise<void> {
  const wanted = await tx.get(sql`select 1 as wanted from subscriptions
    where key_id = ${tx.keyId} and cast(events as text) like '%"memory.retrieved"%' limit 1`);
  if (!wanted) return;
  const entries = retrievals.map(({ userId, agentId, ids, found, abstained }) => ({
    ...{ kind: 'memory.retrieved' as const, user_id: userId, agent_id: agentId, subject: null },
    data: { memory_ids: ids, found, abstained },
  }));
  await emit(tx, now, entries);
}

/** In key order, as everywhere: two nodes that add to the same rows wait for each other instead of deadlocking. */
async function sumByHour(tx: TenantTx, retrievals: readonly Retrieval[]): Promise<void> {
  const sums = new Map<number, [retrievals: number, hits: number, retrieved: number]>();
  for (const { at, found, abstained } of retrievals) {
    const hour = Math.floor(at / HOUR);
    const sum = sums.get(hour) ?? [0, 0, 0];
    sums.set(hour, [sum[0] + 1, sum[1] + (found > 0 && !abstained ? 1 : 0), sum[2] + found]);
  }
  const rows = [...sums]
    .sort(([a], [b]) => a - b)
    .map(([hour, sum]) => [dayOf(hour * HOUR), ((hour * HOUR) % DAY) / HOUR, ...sum]);
  await tx.run(sql`insert into usage_hourly (key_id, day, hour, retrievals, hits, retrieved)
    select cast(${tx.keyId} as text), value ->> 0, cast(value ->> 1 as bigint), cast(value ->> 2 as bigint), cast(value ->> 3 as bigint),
      cast(value ->> 4 as bigint) from ${jsonRows(tx.dialect, rows)} where true
    on conflict (key_id, day, hour) do update set retrievals = usage_hourly.retrievals + excluded.retrievals,
      hits = usage_hourly.hits + excluded.hits, retrieved = usage_hourly.retrieved + excluded.retrieved`);
}

async function sumByAgent(tx: TenantTx, retrievals: readonly Retrieval[]): Promise<void> {
  const sums = new Map<string, [retrievals: number, last: number]>();
  for (const { agentId, at } of retrievals) {
    if (agentId === null) continue;
    const [count, last] = sums.get(agentId) ?? [0, 0];
    sums.set(agentId, [count + 1, Math.max(last, at)]);
  }
  if (sums.size === 0) return;
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([agent, sum]) => [agent, ...sum]);
  const later = sql`case when excluded.last_activity > usage_agents.last_activity then excluded.last_activity
    else usage_agents.last_activity end`;
  await tx.run(sql`insert into usage_agents (key_id, agent_id, retrievals, last_activity)
    select cast(${tx.keyId} as text), value ->> 0, cast(value ->> 1 as bigint), cast(value ->> 2 as bigint)
    from ${jsonRows(tx.dialect, rows)} where true
    on conflict (key_id, agent_id) do update set retrievals = usage_agents.retrievals + excluded.retrievals,
      last_activity = ${later}`);
}
