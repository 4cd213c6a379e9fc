import { RISK_FLAGGED } from '../../language/risk.js';
import { raw, type Sql, sql } from '../../storage/sql.js';
import { type TenantTx, tenantRead } from '../../storage/statement.js';
import type { MemoryFilter } from '../memories/filter.js';
import { visible } from '../memories/visible.js';
import { standing } from './standing.js';

export interface Scope {
  userId: string;
  filter: MemoryFilter;
  includeFlagged: boolean;
  now: number;
}

function within(tx: TenantTx, scope: Scope): Sql {
  const risk = scope.includeFlagged ? raw('') : sql` and m.risk < ${RISK_FLAGGED}`;
  return sql`m.key_id = ${tx.keyId} and m.user_id = ${scope.userId} and ${visible(tx.dialect, scope.filter, scope.now)}${risk}`;
}

/** How many memories there are to choose from, and the bytes of their texts. */
export const measureScope = tenantRead(
  'context.measure',
  async (tx, scope: Scope): Promise<{ memories: number; bytes: number }> => {
    const row = await tx.get<{ memories: number; bytes: number }>(
      sql`select count(*) as memories, cast(coalesce(sum(octet_length(m.content)), 0) as bigint) as bytes
        from memories m where ${within(tx, scope)}`,
    );
    return { memories: Number(row?.memories ?? 0), bytes: Number(row?.bytes ?? 0) };
  },
);

export interface Standing {
  id: string;
  content: string;
  valid_from: number | null;
  created_at: number;
  /** Millionths. */
  standing: number;
}

/** The best by standing, over the whole scope. */
export const bestStanding = tenantRead(
  'context.best',
  async (tx, { limit, ...scope }: Scope & { limit: number }): Promise<Standing[]> => {
    const rows = await tx.all<Standing>(
      sql`select m.id, m.content, m.valid_from, m.created_at, ${standing(tx.dialect, scope.filter.as_of ?? scope.now)} as standing
        from memories m where ${within(tx, scope)} order by standing desc, m.id limit ${limit}`,
    );
    return rows.map((row) => ({ ...row, standing: Number(row.standing) }));
  },
);

export const contextStatements = [measureScope, bestStanding];
