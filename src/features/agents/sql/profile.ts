import { and, raw, type Sql, sql } from '../../../storage/sql.js';
import { tenantRead, tenantSnapshotRead } from '../../../storage/statement.js';
import { inForce } from '../../lifecycle/scope.js';
import type { MemoryRecord } from '../../memories/record.js';
import type { MemoryFilter } from '../../memories/search/filter.js';
import { RECORD_COLUMNS, toRecord } from '../../memories/sql/row.js';
import { visible } from '../../memories/sql/visible.js';
import { type KnownAgent, knownAgent, OF_AGENT } from '../known.js';

export const agentProfile = tenantRead(
  'agents.profile',
  async (tx, input: { id: string }): Promise<KnownAgent | null> => knownAgent(tx, input.id),
);

interface AgentMemoriesRequest {
  id: string;
  userId: string | null;
  filter: MemoryFilter;
  after: { createdAt: number; id: string } | null;
  limit: number;
  now: number;
}

/** Newest first; null if the agent is unknown. */
export const agentMemories = tenantSnapshotRead(
  'agents.memories',
  async (tx, input: AgentMemoriesRequest): Promise<{ name: string; memories: MemoryRecord[] } | null> => {
    const agent = await knownAgent(tx, input.id);
    if (!agent) return null;
    const conditions: Sql[] = [sql`m.key_id = ${tx.keyId} and ${OF_AGENT} = ${agent.name}`];
    // Checked in addition to the agent, not instead of it: the order comes from the agent's index.
    if (input.userId !== null) conditions.push(sql`(m.user_id || '') = ${input.userId}`);
    if (input.after) conditions.push(sql`(m.created_at, m.id) < (${input.after.createdAt}, ${input.after.id})`);
    conditions.push(visible(tx.dialect, input.filter, input.now));
    const rows = await tx.all(sql`select ${RECORD_COLUMNS} from memories m where ${and(conditions)}
      order by m.created_at desc, m.id desc limit ${input.limit}`);
    return { name: agent.name, memories: rows.map(toRecord) };
  },
);

interface AgentStats {
  name: string;
  memories: number;
  episodes: number;
  procedures: number;
  emotional: number;
  users: number;
  retrievals: number;
  lastActivity: number | null;
}

/** Null if the agent is unknown. */
export const agentStats = tenantSnapshotRead(
  'agents.stats',
  async (tx, input: { id: string; now: number }): Promise<AgentStats | null> => {
    const agent = await knownAgent(tx, input.id);
    if (!agent) return null;
    const mine = sql`key_id = ${tx.keyId} and agent_id = ${agent.name}`;
    const memories = sql`from memories m where m.key_id = ${tx.keyId} and ${OF_AGENT} = ${agent.name}`;
    const other = (table: string, at: string) =>
      sql`select count(*) as count, max(${raw(at)}) as last from ${raw(table)} where ${mine}`;
    const usersIn = (table: string) => sql`select user_id from ${raw(table)} where ${mine}`;
    const row = await tx.get<Record<string, number | null>>(sql`
      with stored as (select count(*) filter (where ${inForce(input.now)}) as count, max(m.updated_at) as last ${memories}),
        episodic as (${other('episodes', 'last_event_at')}),
        procedural as (${other('procedures', 'updated_at')}),
        emotional as (${other('emotional_records', 'created_at')}),
        used as (select sum(retrievals) as count, max(last_activity) as last from usage_agents where ${mine}),
        people as (select m.user_id ${memories} union ${usersIn('episodes')} union ${usersIn('procedures')} union ${usersIn('emotional_records')})
      select stored.count as memories, stored.last as stored_last, episodic.count as episodes, episodic.last as episodes_last,
        procedural.count as procedures, procedural.last as procedures_last, emotional.count as emotional,
        emotional.last as emotional_last, used.count as retrievals, used.last as used_last,
        (select count(*) from people where user_id <> '') as users
      from stored, episodic, procedural, emotional, used`);
    const count = (name: string) => Number(row?.[name] ?? 0);
    const times = ['stored_last', 'episodes_last', 'procedures_last', 'emotional_last', 'used_last']
      .map((name) => row?.[name] ?? null)
      .filter((time) => time !== null);
    return {
      name: agent.name,
      ...{ memories: count('memories'), episodes: count('episodes'), procedures: count('procedures') },
      ...{ emotional: count('emotional'), users: count('users'), retrievals: count('retrievals') },
      lastActivity: times.length > 0 ? Math.max(...times) : null,
    };
  },
);
