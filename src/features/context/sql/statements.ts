import { RISK_FLAGGED } from '../../../readers/risk/risk.js';
import { among, raw, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead } from '../../../storage/statement.js';
import { fromVectorColumn } from '../../../storage/vectors.js';
import { IS_AGAINST_OLDER, isInForce } from '../../conflicts/sql/in-force.js';
import { CONFLICT_TABLES } from '../../conflicts/sql/rows.js';
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

export interface Contradiction {
  /** The other memory. */
  by: string;
  /** The words that no longer hold; null: all. */
  part: string | null;
  confidence: number;
  /** Whether somebody stated or decided it; otherwise only the reader has found it. */
  isDecided: boolean;
}
export interface Detail {
  id: string;
  /** The vector of its first passage. */
  vector: Float32Array | null;
  contradictions: Contradiction[];
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
    type Known = Omit<Contradiction, 'by' | 'isDecided'> & {
      older: string;
      newer: string;
      type: string;
      kept: string | null;
    };
    const found = await tx.all<Known>(
      sql`select c.memory_a as older, c.memory_b as newer, c.part, c.confidence, c.type, c.kept from ${CONFLICT_TABLES[tx.dialect]}
        where c.key_id = ${tx.keyId} and ${among(tx.dialect, 'c.memory_a', ids)} and ${IS_AGAINST_OLDER}
          and ${isInForce(tx, scope)}`,
    );
    return ids.map((id) => {
      const row = vectors.find(({ memory_id }) => memory_id === id);
      const contradictions = found
        .filter(({ older }) => older === id)
        .map(({ newer: by, part, confidence, type, kept }) => ({
          ...{ by, part, confidence },
          isDecided: kept !== null || type === 'stated',
        }));
      return { id, vector: row ? fromVectorColumn(row.vector) : null, contradictions };
    });
  },
);
