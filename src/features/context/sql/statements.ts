import { RISK_FLAGGED } from '../../../readers/risk/risk.js';
import { among, raw, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead } from '../../../storage/statement.js';
import { fromVectorColumn } from '../../../storage/vectors.js';
import { CONFLICT_TABLES, HAS_ORDER } from '../../conflicts/sql/rows.js';
import type { MemoryFilter } from '../../memories/search/filter.js';
import { joinFirstVector } from '../../memories/sql/vectors.js';
import { visible } from '../../memories/sql/visible.js';
import type { Plan } from '../over.js';
import { standing } from '../standing.js';

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

/** How many memories there are to choose from, the total bytes of their texts, and how many are left out because of their risk. */
export const measureScope = tenantRead(
  'context.measure',
  async (tx, scope: Scope): Promise<{ memories: number; bytes: number; flagged: number }> => {
    const isFlagged = scope.includeFlagged ? raw('1 = 0') : sql`m.risk >= ${RISK_FLAGGED}`;
    const row = await tx.get<{ memories: number; bytes: number; flagged: number }>(
      sql`select count(*) as memories, cast(coalesce(sum(case when ${isFlagged} then 0 else octet_length(m.content) end), 0) as bigint) as bytes,
          coalesce(sum(case when ${isFlagged} then 1 else 0 end), 0) as flagged
        from memories m where ${within(tx, { ...scope, includeFlagged: true })}`,
    );
    const flagged = Number(row?.flagged ?? 0);
    return { memories: Number(row?.memories ?? 0) - flagged, bytes: Number(row?.bytes ?? 0), flagged };
  },
);

export interface Standing extends Plan {
  id: string;
  importance: number;
  /** 0–1. */
  standing: number;
}

/** The statements in the turns of a conversation exist as memories of their own. */
const notTurn = sql`not (m.kind = 'episodic' and exists (select 1 from episodes e
  where e.key_id = m.key_id and e.id = m.group_id and e.derive is not null))`;

/** The best by standing, over the whole scope, with the beginnings of their texts. */
export const bestStanding = tenantRead(
  'context.best',
  async (tx, { limit, characters, ...scope }: Scope & { limit: number; characters: number }): Promise<Standing[]> => {
    const rows = await tx.all<Standing>(
      sql`select m.id, substr(m.content, 1, cast(${characters} as integer)) as content, m.category, m.importance,
          m.valid_from, m.created_at, m.verified_at, ${standing(tx.dialect, scope.filter.as_of ?? scope.now)} as standing
        from memories m where ${within(tx, scope)} and ${notTurn} order by standing desc, m.id limit ${limit}`,
    );
    return rows.map((row) => ({ ...row, standing: Number(row.standing) / 1_000_000 }));
  },
);

export interface Detail {
  id: string;
  /** The vector of its first passage. */
  vector: Float32Array | null;
  /** What contradicts it: the other memory, and the words that no longer hold (null: all). */
  contradictions: { by: string; part: string | null; confidence: number }[];
}

/** Whether the newer side of a conflict could be shown itself. One that was superseded still contradicts: it was true, and what it contradicts was not. */
function isInForce(tx: TenantTx, { filter, includeFlagged, now }: Omit<Scope, 'userId'>): Sql {
  const { as_of } = filter;
  const shown: MemoryFilter = {
    include_expired: false,
    include_superseded: true,
    ...(as_of === undefined ? {} : { as_of }),
  };
  const known = visible(tx.dialect, includeFlagged ? shown : { ...shown, below_risk: RISK_FLAGGED }, now);
  return sql`exists (select 1 from memories m where m.key_id = c.key_id and m.id = c.memory_b and ${known})`;
}

/** What is known about memories besides their texts. */
export const detailsOf = tenantRead(
  'context.details',
  async (tx, { ids, model, ...scope }: { ids: string[]; model: string } & Omit<Scope, 'userId'>): Promise<Detail[]> => {
    if (ids.length === 0) return [];
    const vectors = await tx.all<{ memory_id: string; vector: unknown }>(
      sql`select v.memory_id, v.vector from memories m
        ${joinFirstVector(tx, 'inner', model)}
        where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', ids)}`,
    );
    const found = await tx.all<{ older: string; newer: string; part: string | null; confidence: number }>(
      sql`select c.memory_a as older, c.memory_b as newer, c.part, c.confidence from ${CONFLICT_TABLES[tx.dialect]}
        where c.key_id = ${tx.keyId} and ${among(tx.dialect, 'c.memory_a', ids)} and (c.kept = 'b' or c.kept is null and ${HAS_ORDER})
          and ${isInForce(tx, scope)}`,
    );
    return ids.map((id) => {
      const row = vectors.find(({ memory_id }) => memory_id === id);
      const contradictions = found
        .filter(({ older }) => older === id)
        .map(({ newer, part, confidence }) => ({ by: newer, part, confidence }));
      return { id, vector: row ? fromVectorColumn(row.vector) : null, contradictions };
    });
  },
);
