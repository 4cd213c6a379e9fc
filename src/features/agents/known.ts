import { raw, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import type { AgentRecord } from './record.js';
import { findAgent } from './sql/registry.js';

/** `memories m` of one agent, by the index made for it. */
export const OF_AGENT = raw("(m.agent_id || '')");

/** Tables other than memories that contain an agent's name. */
const OTHERS = ['episodes', 'procedures', 'emotional_records'];

export interface KnownAgent {
  name: string;
  /** Null: it was never registered, but something under the key has its name. */
  registered: AgentRecord | null;
}

/** An agent by id or name: registered, or known by what it has stored; null if neither. */
export async function knownAgent(tx: TenantTx, idOrName: string): Promise<KnownAgent | null> {
  const registered = await findAgent(tx, idOrName);
  if (registered) return { name: registered.name, registered };
  const traces = [
    sql`select 1 as known from memories m where m.key_id = ${tx.keyId} and ${OF_AGENT} = ${idOrName} limit 1`,
    ...OTHERS.map(
      (table) =>
        sql`select 1 as known from ${raw(table)} where key_id = ${tx.keyId} and agent_id = ${idOrName} limit 1`,
    ),
  ];
  for (const trace of traces) if (await tx.get(trace)) return { name: idOrName, registered: null };
  return null;
}
