import { byCodePoint, jsonTexts, monthOf } from '../../../storage/dialect.js';
import { and, join, raw, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead } from '../../../storage/statement.js';
import type { MemoryFilter } from '../search/filter.js';
import { visible } from './visible.js';

const FACETS = ['category', 'tag', 'agent_id', 'user_id', 'namespace', 'month'] as const;
type FacetName = (typeof FACETS)[number];

interface FacetsRequest {
  userId: string | null;
  filter: MemoryFilter;
  /** Values per facet. */
  limit: number;
  now: number;
}
interface FacetsFound {
  total: number;
  facets: Record<FacetName, { value: string; count: number }[]>;
}

/** Milliseconds of the years 1970 to 9999: outside them, the two engines would not format a month alike. */
const WRITABLE = '0 and 253402300799999';

/** How many memories have each value: one pass over the visible ones, in one statement, so that all counts agree. */
export const countFacets = tenantRead('memories.facets', async (tx, input: FacetsRequest): Promise<FacetsFound> => {
  const rows = await tx.all<{ part: string; value: string; count: number }>(query(tx, input));
  const of = (part: string) =>
    rows.filter((row) => row.part === part).map(({ value, count }) => ({ value, count: Number(count) }));
  return {
    total: of('total')[0]?.count ?? 0,
    facets: Object.fromEntries(FACETS.map((name) => [name, of(name)])) as FacetsFound['facets'],
  };
});

function query(tx: TenantTx, { userId, filter, limit, now }: FacetsRequest): Sql {
  const conditions: Sql[] = [sql`m.key_id = ${tx.keyId}`];
  if (userId !== null) conditions.push(sql`m.user_id = ${userId}`);
  conditions.push(visible(tx.dialect, filter, now));
  const month = sql`case when m.created_at between ${raw(WRITABLE)} then ${monthOf(tx.dialect, 'm.created_at')} end`;
  const seen = sql`select m.id, m.category, m.agent_id, m.user_id, m.namespace, m.tags, ${month} as month
    from memories m where ${and(conditions)}`;
  const tags = sql`(select distinct seen.id, tag.value${byCodePoint(tx.dialect)} as tag
    from seen cross join ${jsonTexts(tx.dialect, 'seen.tags', 'tag')})`;
  const facet = (name: FacetName) => {
    const order = name === 'month' ? '2 desc' : '3 desc, 2';
    return sql`select * from (select ${raw(`'${name}' as part, ${name} as value, count(*) as count`)}
      from ${name === 'tag' ? sql`${tags} tags` : raw('seen')} where ${raw(name)} is not null
      group by ${raw(name)} order by ${raw(order)} limit ${limit}) ${raw(`of_${name}`)}`;
  };
  const parts = [sql`select 'total' as part, '' as value, count(*) as count from seen`, ...FACETS.map(facet)];
  return sql`with seen as materialized (${seen}) ${join(parts, ' union all ')}`;
}
