import { FUSION } from '../../../ranking/fusion.js';
import { raw, type Sql, sql } from '../../sql.js';
import type { Row, Tx } from '../../statement.js';
import type { HybridQueryWithVector } from '../../vectors.js';
import { type LexicalStatistics, lexicalScope } from '../hybrid-sql.js';
import { allowed, nearest, scored, scoredTogether } from './near-sql.js';
import { initialDepth, nextDepth } from './search-depth.js';

/** Number of furthest passages examined for the lower end of the range: enough that the lowest is among them. */
const FURTHEST = 40;

/** The first stage of hybrid ranking in a scope that has an index: rows with `hit_cosine`, `hit_lexical` and `hit_fused`, best first. */
export async function hybridNear(
  tx: Tx,
  keyId: string,
  query: HybridQueryWithVector,
  statistics: LexicalStatistics,
): Promise<Row[]> {
  const words = lexicalScope(keyId, query, statistics);
  for (let depth: number | null = initialDepth(query.limit); depth !== null; ) {
    const found = await tx.all(sql`with ${candidates(keyId, query, words, depth)} ${shown(keyId, query)}`);
    const rows = found.filter((row) => row.id !== null);
    const last = rows[query.limit - 1];
    if (last && Number(last.hit_fused) >= Number(last.edge)) return rows;
    depth = nextDepth(depth, Number(found[0]?.near ?? 0), query.limit);
  }
  const rows = await tx.all(sql`with ${everyAllowed(keyId, query, words)} ${shown(keyId, query)}`);
  return rows.filter((row) => row.id !== null);
}

/**
 * Near in meaning: from the index. By words: among the memories that share one, those that can be among the best. A memory that is not near has at
 * most the cosine of the edge; if even that cosine and its words do not bring it up to the last of the best near ones, its own cosine is not needed.
 */
function candidates(keyId: string, query: HybridQueryWithVector, words: Sql, depth: number): Sql {
  return sql`${ends(keyId, query, depth)}, ${words},
    range as materialized (select coalesce(min(cosine), 0) as lowest, coalesce(max(cosine), 0) as highest,
      coalesce(min(cosine) filter (where is_near), 0) as edge, coalesce((select max(lexical) from words), 0) as most from ends),
    close as materialized (select e.memory_id, e.cosine, coalesce(w.lexical, 0) as lexical, ${fused('e.cosine', 'w.lexical')} as fused
      from ends e join (${allowedOnly(keyId, query)}) a on a.memory_id = e.memory_id
      left join words w on w.memory_id = e.memory_id cross join range r where e.is_near),
    bar as materialized (select (select fused from close order by fused desc offset ${query.limit - 1} limit 1) as fused,
      ${fused('r.edge', '0::float8')} as edge from range r),
    promising as materialized (select w.memory_id, w.lexical from words w cross join range r cross join bar
      where ${fused('r.edge', 'w.lexical')} >= bar.fused and w.memory_id not in (select memory_id from close)),
    worded as materialized (${scored(keyId, query, 'promising')}),
    fused as materialized (select memory_id, cosine, lexical, fused from close
      union all select o.memory_id, o.cosine, o.lexical, ${fused('o.cosine', 'o.lexical')} from worded o cross join range r)`;
}

/** Exact except for the range: every memory that passes the filters. The searches of the index have shown that these are few. */
function everyAllowed(keyId: string, query: HybridQueryWithVector, words: Sql): Sql {
  return sql`${ends(keyId, query, FURTHEST)}, ${words},
    allowed as materialized (${allowed(keyId, query)}),
    best as materialized (${scoredTogether(keyId, query, 'allowed')}),
    range as materialized (select coalesce(min(cosine), 0) as lowest, coalesce(max(cosine), 0) as highest, 0::float8 as edge,
      coalesce((select max(lexical) from words), 0) as most from (select cosine from ends union all select cosine from best) c),
    close as materialized (select 1 as memory_id where false),
    bar as materialized (select 0::float8 as edge),
    fused as materialized (select a.memory_id, b.cosine, coalesce(w.lexical, 0) as lexical, ${fused('b.cosine', 'w.lexical')} as fused
      from allowed a left join best b on b.memory_id = a.memory_id left join words w on w.memory_id = a.memory_id cross join range r
      where b.memory_id is not null or w.memory_id is not null)`;
}

/** Both ends of the scope: the nearest, and for the lower end of the range those nearest to the opposite vector. */
function ends(keyId: string, query: HybridQueryWithVector, depth: number): Sql {
  const opposite = { ...query, vector: query.vector.map((value) => -value) };
  return sql`near as materialized (${nearest(keyId, query, depth)}),
    far as materialized (${nearest(keyId, opposite, FURTHEST)}),
    both_ends as materialized (select memory_id, true as is_near from near
      union all select memory_id, false from far where memory_id not in (select memory_id from near)),
    ends as materialized (${scored(keyId, query, 'both_ends')})`;
}

/** `fused()` of src/ranking/fusion.ts over a `range r`. A value beyond an end that the index missed counts as that end. */
const fused = (cosine: string, lexical: string): Sql =>
  sql`${FUSION.meaning}::float8 * case when r.highest > r.lowest
      then greatest(0, least(1, (coalesce(${raw(cosine)}, r.lowest) - r.lowest) / (r.highest - r.lowest))) else 1 end
    + ${FUSION.words}::float8 * case when r.most > 0 then coalesce(${raw(lexical)}, 0) / r.most else 0 end`;

const allowedOnly = (keyId: string, query: HybridQueryWithVector): Sql =>
  sql`select n.memory_id from near n cross join lateral (select 1 from memories m
    where m.key_id = ${keyId} and m.id = n.memory_id and m.user_id = ${query.userId} and ${query.where} offset 0) m`;

function shown(keyId: string, query: HybridQueryWithVector): Sql {
  const columns = raw(query.columns.map((name) => `m.${name}`).join(', '));
  return sql`, hits as materialized (
      select m.*, f.cosine as hit_cosine, f.lexical as hit_lexical, f.fused as hit_fused
      from (select * from fused order by fused desc, memory_id desc) f cross join lateral (select m.id, ${columns} from memories m
        where m.key_id = ${keyId} and m.id = f.memory_id and m.user_id = ${query.userId} and ${query.where} offset 0) m
      order by f.fused desc, f.memory_id desc limit ${query.limit})
    select h.*, bar.edge, (select count(*) from close) as near from bar left join hits h on true order by h.hit_fused desc, h.id desc`;
}
