import { LIMITS } from '../../kernel/fields.js';
import { raw, type Sql, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';

const MOST = raw(String(LIMITS.metadataBytes));

/** The metadata of `memories m` with where the memory came from, unless that is more than metadata may be: then they stay as they are. */
export function withOrigin(tx: TenantTx, fromAgent: string, now: number): Sql {
  if (tx.dialect === 'sqlite') {
    const told = sql`json_set(m.metadata, '$.transferred_from',
      json_object('agent_id', ${fromAgent}, 'memory_id', m.id, 'at', cast(${now} as integer)))`;
    return sql`case when length(cast(${told} as blob)) <= ${MOST} then ${told} else m.metadata end`;
  }
  // Functions that depend on their arguments alone: a cluster takes no others in an update.
  const told = sql`jsonb_set(m.metadata, '{transferred_from}',
    cast(${JSON.stringify({ agent_id: fromAgent, at: now })} as jsonb) || jsonb_object(array['memory_id', m.id]))`;
  return sql`case when octet_length((${told})::text) <= ${MOST} then ${told} else m.metadata end`;
}
