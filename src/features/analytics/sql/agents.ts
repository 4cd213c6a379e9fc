import { sql } from '../../../storage/sql.js';
import { tenantRead } from '../../../storage/statement.js';
import { inForce } from '../../lifecycle/scope.js';

interface AgentActivity {
  agent_id: string;
  memories: number;
  requests: number;
  retrievals: number;
  last_activity: number;
}

/** One pass over the key's memories, joined with what was counted. */
export const readAgents = tenantRead(
  'analytics.agents',
  async (tx, input: { limit: number; now: number }): Promise<{ total: number; agents: AgentActivity[] }> => {
    const found = await tx.all<AgentActivity & { total: number }>(sql`with parts as (
        select m.agent_id, count(*) as memories, 0 as requests, 0 as retrievals, max(m.created_at) as last_activity
          from memories m where m.key_id = ${tx.keyId} and ${inForce(input.now)} group by m.agent_id
        union all
        select agent_id, 0, requests, retrievals, last_activity from usage_agents where key_id = ${tx.keyId})
      select agent_id, sum(memories) as memories, sum(requests) as requests, sum(retrievals) as retrievals,
        max(last_activity) as last_activity, count(*) over () as total
      from parts group by agent_id order by 3 desc, 2 desc, 1 limit ${input.limit}`);
    return { total: found[0]?.total ?? 0, agents: found.map(({ total: _, ...agent }) => agent) };
  },
);
