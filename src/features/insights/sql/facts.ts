import { jsonTexts } from '../../../storage/dialect.js';
import { and, join, type Sql, sql } from '../../../storage/sql.js';
import { tenantSnapshotRead } from '../../../storage/statement.js';
import { undecided } from '../../conflicts/sql/rows.js';
import { CONFIRMED_AT, inForce, inScope, type Scope } from '../../lifecycle/scope.js';

interface FactsRequest {
  scope: Scope;
  now: number;
  tags: number;
  /** Ids shown per finding. */
  samples: number;
  /** Outcome scores from which acting on a memory went well, or badly. */
  worked: number;
  failed: number;
  /** Important, or often retrieved, and not confirmed since: worth verifying. */
  important: number;
  relied: number;
  confirmedUntil: number;
  /** Stored by then and never retrieved: perhaps not needed. */
  storedUntil: number;
}
type FactKind = 'worked' | 'failed' | 'unverified' | 'unused';
export interface Fact {
  count: number;
  /** The clearest examples, with the figure they were chosen by. */
  memories: { id: string; value: number }[];
}
interface OpenConflict {
  memory_a: string;
  memory_b: string;
  reason: string;
  confidence: number;
}
export interface Facts {
  facts: Record<FactKind, Fact>;
  /** Memories in force. */
  total: number;
  /** How often memories of the scope were returned in total. */
  retrieved: number;
  tags: { tag: string; count: number }[];
  conflicts: OpenConflict[];
  openConflicts: number;
}

/** Facts about the whole scope: one pass over its memories into narrow rows, and every figure from those. */
export const readFacts = tenantSnapshotRead('insights.facts', async (tx, input: FactsRequest): Promise<Facts> => {
  const mine = inScope(tx, input.scope);
  const finding = (kind: FactKind, condition: Sql, value: Sql, order: Sql): Sql[] => [
    sql`select ${kind} as part, id, cast(value as double precision) as value from (select id, ${value} as value from live
      where ${condition} order by ${order}, id limit ${input.samples}) as ${named(kind)}`,
    sql`select ${`${kind} in all`} as part, '' as id, cast(count(*) as double precision) as value from live where ${condition}`,
  ];
  const parts = [
    ...finding('worked', sql`score >= ${input.worked}`, sql`score`, sql`score desc`),
    ...finding('failed', sql`score <= ${input.failed}`, sql`score`, sql`score`),
    ...finding(
      'unverified',
      sql`confirmed <= ${input.confirmedUntil} and (importance >= ${input.important} or uses >= ${input.relied})`,
      sql`importance`,
      sql`importance desc, uses desc`,
    ),
    ...finding('unused', sql`uses = 0 and created_at <= ${input.storedUntil}`, sql`importance`, sql`importance desc`),
    sql`select 'total' as part, '' as id, cast(count(*) as double precision) as value from live`,
    sql`select 'retrieved' as part, '' as id, cast(coalesce(sum(uses), 0) as double precision) as value from live`,
    sql`select 'tag' as part, name as id, cast(times as double precision) as value from (select tag.value as name, count(*) as times
      from live cross join ${jsonTexts(tx.dialect, 'live.tags', 'tag')} group by tag.value order by 2 desc, 1 limit ${input.tags}) as tagged`,
  ];
  const rows = await tx.all<{ part: string; id: string; value: number }>(sql`with live as materialized (
      select m.id, m.importance, m.outcome_score as score, m.retrieval_count as uses, m.created_at, ${CONFIRMED_AT} as confirmed, m.tags
      from memories m where ${and([mine, inForce(input.now)])}) ${join(parts, ' union all ')}`);
  const of = (part: string) => rows.filter((row) => row.part === part);
  const fact = (kind: FactKind): Fact => ({
    count: of(`${kind} in all`)[0]?.value ?? 0,
    memories: of(kind).map(({ id, value }) => ({ id, value })),
  });
  const conflicts =
    await tx.all<OpenConflict>(sql`select m.memory_a, m.memory_b, m.reason, m.confidence from conflicts m
    where ${mine} and ${undecided(tx, input.now)} order by m.confidence desc, m.id desc limit ${input.samples}`);
  const open = await tx.get<{ count: number }>(
    sql`select count(*) as count from conflicts m where ${mine} and ${undecided(tx, input.now)}`,
  );
  return {
    facts: {
      worked: fact('worked'),
      failed: fact('failed'),
      unverified: fact('unverified'),
      unused: fact('unused'),
    },
    total: of('total')[0]?.value ?? 0,
    retrieved: of('retrieved')[0]?.value ?? 0,
    tags: of('tag').map(({ id, value }) => ({ tag: id, count: value })),
    conflicts,
    openConflicts: open?.count ?? 0,
  };
});

const named = (kind: FactKind): Sql => NAMES[kind];
const NAMES: Record<FactKind, Sql> = {
  worked: sql`of_worked`,
  failed: sql`of_failed`,
  unverified: sql`of_unverified`,
  unused: sql`of_unused`,
};
