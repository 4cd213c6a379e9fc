import { forUpdate, join, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead, tenantWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';
import { AGENT_COLUMNS, type AgentRecord, toAgent } from '../record.js';

/** What a registration may set; an absent field stays as it is. */
export interface AgentChange {
  description?: string | null;
  capabilities?: string[];
  metadata?: Record<string, unknown>;
  template?: string;
}
export interface Registration {
  id: string;
  name: string;
  now: number;
}
export interface Registered {
  created: boolean;
  agent: AgentRecord;
}

/** By id, or else by name. */
export async function findAgent(tx: TenantTx, idOrName: string): Promise<AgentRecord | null> {
  const row = await tx.get(sql`select ${AGENT_COLUMNS} from agents where key_id = ${tx.keyId}
    and (id = ${idOrName} or name = ${idOrName}) order by case when id = ${idOrName} then 0 else 1 end limit 1`);
  return row ? toAgent(row) : null;
}

/** Registers an agent, or changes the one with that name; the change may depend on its current state. */
export async function register(
  tx: TenantTx,
  { id, name, now }: Registration,
  changeOf: (agent: AgentRecord) => AgentChange,
): Promise<Registered> {
  const inserted =
    await tx.run(sql`insert into agents (key_id, id, name, capabilities, metadata, created_at, updated_at)
    values (${tx.keyId}, ${id}, ${name}, '[]', '{}', ${now}, ${now}) on conflict do nothing`);
  const row = await tx.get(
    sql`select ${AGENT_COLUMNS} from agents where key_id = ${tx.keyId} and name = ${name}${forUpdate(tx.dialect)}`,
  );
  if (!row) throw new Error('An agent was neither inserted nor found');
  const before = toAgent(row);
  const change = changeOf(before);
  const sets: Sql[] = [];
  if (change.description !== undefined) sets.push(sql`description = ${change.description}`);
  if (change.capabilities) sets.push(sql`capabilities = ${JSON.stringify(change.capabilities)}`);
  if (change.metadata) sets.push(sql`metadata = ${JSON.stringify(change.metadata)}`);
  if (change.template !== undefined) sets.push(sql`template = ${change.template}`);
  // The id already exists when a repeated request finds what its first run wrote.
  const created = inserted === 1 || before.id === id;
  if (inserted === 1) await emit(tx, now, [{ kind: 'agent.registered', user_id: null, agent_id: name, subject: id }]);
  if (sets.length === 0) return { created, agent: before };
  const after = await tx.get(sql`update agents set ${join(sets)}, updated_at = ${now}
    where key_id = ${tx.keyId} and id = ${before.id} returning ${AGENT_COLUMNS}`);
  return { created, agent: after ? toAgent(after) : before };
}

export const registerAgent = tenantWrite(
  'agents.register',
  async (tx, input: Registration & { change: AgentChange }): Promise<Registered> =>
    register(tx, input, () => input.change),
);

export const listAgents = tenantRead(
  'agents.list',
  async (tx, input: { before: string | null; limit: number }): Promise<AgentRecord[]> => {
    const after = input.before === null ? sql`1 = 1` : sql`id < ${input.before}`;
    const rows = await tx.all(sql`select ${AGENT_COLUMNS} from agents where key_id = ${tx.keyId} and ${after}
      order by id desc limit ${input.limit}`);
    return rows.map(toAgent);
  },
);
