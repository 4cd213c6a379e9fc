import { type Sql, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';

/** The metadata of `memories m` with where the memory came from. */
export const withOrigin = (tx: TenantTx, fromAgent: string, now: number): Sql =>
  tx.dialect === 'sqlite'
    ? sql`json_set(m.metadata, '$.transferred_from',
        json_object('agent_id', ${fromAgent}, 'memory_id', m.id, 'at', cast(${now} as integer)))`
    : sql`m.metadata || jsonb_build_object('transferred_from',
        jsonb_build_object('agent_id', cast(${fromAgent} as text), 'memory_id', m.id, 'at', cast(${now} as bigint)))`;
