import { and, join, raw, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantSnapshotRead } from '../../../storage/statement.js';
import { undecided } from '../../conflicts/sql/rows.js';
import { countRepeats } from '../repeats.js';
import { CONFIRMED_AT, expired, inForce, inScope, type Scope } from '../scope.js';

interface StatsRequest {
  scope: Scope;
  now: number;
  /** Confirmed within this many milliseconds: fresh; longer ago: stale. */
  freshMs: number;
  /** How many namespaces and agents to list: callers name them, so there can be any number. */
  names: number;
  /** How many of the newest memories to check for repetition, and how many characters of each. */
  sample: { memories: number; characters: number };
}

const FACETS = ['kind', 'namespace', 'category', 'outcome', 'agent_id'] as const;
const SUMS = ['importance', 'embedded', 'worked', 'failed', 'stale', 'fresh'] as const;
export type Counts = [name: string, count: number][];
export interface StatsFound {
  /** Largest first. */
  facets: Record<(typeof FACETS)[number], Counts>;
  totals: Record<'count' | (typeof SUMS)[number], number>;
  oldest: number | null;
  newest: number | null;
  expired: number;
  compressed: number;
  openConflicts: number;
  sampled: number;
  repeated: number;
}

export const readStats = tenantSnapshotRead('lifecycle.stats', async (tx, input: StatsRequest): Promise<StatsFound> => {
  const live = and([inScope(tx, input.scope), inForce(input.now)]);
  const found = await tx.all<{ part: string; name: string; value: number | null }>(summary(live, input));
  const totalOf = (name: string) => found.find((row) => row.part === 'total' && row.name === name)?.value ?? null;
  const countsOf = (part: string): Counts =>
    found.filter((row) => row.part === part).map(({ name, value }) => [name, value ?? 0]);
  const texts = await tx.all<{ text: string }>(sql`select substr(m.content, 1, ${input.sample.characters}) as text
    from memories m where ${live} order by m.created_at desc, m.id desc limit ${input.sample.memories}`);
  return {
    facets: Object.fromEntries(FACETS.map((facet) => [facet, countsOf(facet)])) as StatsFound['facets'],
    totals: Object.fromEntries(['count', ...SUMS].map((sum) => [sum, totalOf(sum) ?? 0])) as StatsFound['totals'],
    oldest: totalOf('oldest'),
    newest: totalOf('newest'),
    ...(await countOthers(tx, input.scope, input.now)),
    sampled: texts.length,
    repeated: countRepeats(texts.map((row) => row.text)),
  };
});

/** One pass over the memories into a few groups, then every figure from those. */
function summary(live: Sql, { now, freshMs, names }: StatsRequest): Sql {
  const facets = raw(FACETS.map((facet) => `m.${facet}`).join(', '));
  const age = sql`(${now} - ${CONFIRMED_AT})`;
  const groups = sql`select ${facets}, count(*) as count, sum(m.importance) as importance,
      count(*) filter (where m.embedded_model <> '') as embedded,
      sum(case when m.outcome_score > 0.5 then m.outcome_score * 2 - 1 else 0 end) as worked,
      sum(case when m.outcome_score < 0.5 then 1 - m.outcome_score * 2 else 0 end) as failed,
      count(*) filter (where ${age} >= ${freshMs}) as stale,
      sum(case when ${age} <= ${freshMs} then 1 else cast(${freshMs} as double precision) / ${age} end) as fresh,
      min(m.created_at) as oldest, max(m.created_at) as newest
    from memories m where ${live} group by m.user_id, ${facets}`;
  const total = (name: string, value: string) =>
    raw(`select 'total' as part, '${name}' as name, cast(${value} as double precision) as value from groups`);
  const facet = (name: string) =>
    sql`select * from (select ${raw(`'${name}' as part, ${name} as name,
    cast(sum(count) as double precision) as value`)} from groups group by ${raw(name)} order by 3 desc, 2 limit ${names}) as ${raw(`of_${name}`)}`;
  const parts = [
    ...['count', ...SUMS].map((sum) => total(sum, `sum(${sum})`)),
    total('oldest', 'min(oldest)'),
    total('newest', 'max(newest)'),
    ...FACETS.map(facet),
  ];
  return sql`with groups as materialized (${groups}) ${join(parts, ' union all ')}`;
}

/** What is no longer in force, and what is in conflict. These are few of a key's memories: found by their own indexes, then narrowed. */
async function countOthers(tx: TenantTx, scope: Scope, now: number) {
  const mine = inScope(tx, scope);
  const row = await tx.get<{ expired: number; compressed: number; open: number }>(sql`
    with due as materialized (${expired(tx, now)}),
    compressed as materialized (select m.key_id, m.user_id, m.agent_id from memories m
      where m.key_id = ${tx.keyId} and m.superseded_by is not null and exists (select 1 from links l
        where l.key_id = m.key_id and l.from_id = m.id and l.relationship = 'part_of'))
    select (select count(*) from due m where ${mine}) as expired,
      (select count(*) from compressed m where ${mine}) as compressed,
      (select count(*) from conflicts m where ${mine} and ${undecided(tx, now)}) as open`);
  return { expired: row?.expired ?? 0, compressed: row?.compressed ?? 0, openConflicts: row?.open ?? 0 };
}
