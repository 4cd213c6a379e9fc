import { jsonTexts } from '../../../storage/dialect.js';
import { lookUp, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantSnapshotRead } from '../../../storage/statement.js';
import { inForce } from '../../lifecycle/scope.js';
import type { Bucket } from '../../usage/histogram.js';
import type { Window } from '../../usage/window.js';

interface PatternsRequest extends Window {
  since: number;
  /** How many of the newest retrievals to consider. */
  retrievals: number;
  top: number;
  excerpt: number;
  now: number;
}
interface TopMemory {
  id: string;
  user_id: string;
  agent_id: string;
  excerpt: string;
  retrievals: number;
}
interface PatternsFound {
  latencies: (Bucket & { route: string })[];
  hours: { hour: number; requests: number }[];
  retrievals: number;
  hits: number;
  considered: number;
  memories: TopMemory[];
  tags: { tag: string; count: number }[];
}

export const readPatterns = tenantSnapshotRead(
  'analytics.patterns',
  async (tx, input: PatternsRequest): Promise<PatternsFound> => {
    const within = sql`key_id = ${tx.keyId} and day >= ${input.from} and day <= ${input.to}`;
    const hours = await tx.all<{ hour: number; requests: number; retrievals: number; hits: number }>(
      sql`select hour, sum(requests) as requests, sum(retrievals) as retrievals, sum(hits) as hits
        from usage_hourly where ${within} group by hour`,
    );
    return {
      latencies: await tx.all(sql`select route, bucket, sum(requests) as requests from usage_latency
        where ${within} group by route, bucket`),
      hours: hours.map(({ hour, requests }) => ({ hour, requests })),
      retrievals: hours.reduce((sum, row) => sum + row.retrievals, 0),
      hits: hours.reduce((sum, row) => sum + row.hits, 0),
      ...(await handedOut(tx, input)),
    };
  },
);

/** Memories that the newest retrievals of the window returned and that are still in force: nothing forgotten is named. */
async function handedOut(tx: TenantTx, input: PatternsRequest) {
  const found = sql`newest as materialized (select memory_ids from retrievals
      where key_id = ${tx.keyId} and at >= ${input.since} order by at desc, seq desc limit ${input.retrievals}),
    counted as materialized (select one.value as id, count(*) as count from newest cross join ${jsonTexts(tx.dialect, 'newest.memory_ids', 'one')} group by one.value),
    there as materialized (select m.id, m.user_id, m.agent_id, m.content, m.tags, counted.count from counted
      ${lookUp(tx.dialect, 'inner', 'memories', 'm', sql`m.key_id = ${tx.keyId} and m.id = counted.id`)} where ${inForce(input.now)})`;
  const memories = await tx.all<TopMemory>(sql`with ${found} select id, user_id, agent_id,
    substr(content, 1, ${input.excerpt}) as excerpt, count as retrievals from there order by count desc, id limit ${input.top}`);
  const tags = await tx.all<{
    tag: string;
    count: number;
  }>(sql`with ${found} select tag.value as tag, sum(there.count) as count
    from there cross join ${jsonTexts(tx.dialect, 'there.tags', 'tag')} group by tag.value order by 2 desc, 1 limit ${input.top}`);
  const row = await tx.get<{ considered: number }>(sql`with ${found} select count(*) as considered from newest`);
  return { memories, tags, considered: row?.considered ?? 0 };
}
