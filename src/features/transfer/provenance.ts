import { LIMITS } from '../../kernel/fields.js';
import { jsonBytes, withObject } from '../../storage/dialect.js';
import { raw, type Sql, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';

const MAX_BYTES = raw(String(LIMITS.metadataBytes));

/** The metadata of `memories m` plus where the memory came from, unless that would exceed the metadata limit: then the metadata stays as it is. */
export function withOrigin(tx: TenantTx, fromAgent: string, now: number): Sql {
  const values = { agent_id: fromAgent, at: now };
  const extended = withObject(tx.dialect, 'm.metadata', 'transferred_from', values, { memory_id: 'm.id' });
  return sql`case when ${jsonBytes(tx.dialect, extended)} <= ${MAX_BYTES} then ${extended} else m.metadata end`;
}
