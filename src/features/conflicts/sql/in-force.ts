import { RISK_FLAGGED } from '../../../readers/risk/risk.js';
import { type Sql, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import type { MemoryFilter } from '../../memories/search/filter.js';
import { visible } from '../../memories/sql/visible.js';
import { CONFLICT_TABLES, HAS_ORDER } from './rows.js';

/** Whether the older side of a conflict does not hold, as far as anybody decided, or as the reader found. */
export const IS_AGAINST_OLDER = sql`(c.kept = 'b' or c.kept is null and ${HAS_ORDER})`;

/** Whether the newer side of a conflict could be shown itself. One that was superseded still contradicts: it was true, and what it contradicts was not. */
export function isInForce(
  tx: TenantTx,
  { filter, includeFlagged, now }: { filter: Pick<MemoryFilter, 'as_of'>; includeFlagged: boolean; now: number },
): Sql {
  const { as_of } = filter;
  const shown: MemoryFilter = {
    include_expired: false,
    include_superseded: true,
    ...(as_of === undefined ? {} : { as_of }),
  };
  const known = visible(tx.dialect, includeFlagged ? shown : { ...shown, below_risk: RISK_FLAGGED }, now);
  return sql`exists (select 1 from memories m where m.key_id = c.key_id and m.id = c.memory_b and ${known})`;
}

/** When the first of the memories that contradict `m`, and are in force, became true; null if there is none. */
export const contradictedAt = (tx: TenantTx, now: number): Sql =>
  sql`(select min(coalesce(b.valid_from, b.created_at)) from ${CONFLICT_TABLES[tx.dialect]} where c.key_id = ${tx.keyId}
    and c.memory_a = m.id and ${IS_AGAINST_OLDER} and ${isInForce(tx, { filter: {}, includeFlagged: false, now })})`;
