import { lookUp, raw, type Sql, sql } from '../../sql.js';
import type { Row, Tx } from '../../statement.js';
import type { VectorQuery } from '../../vectors.js';
import { allowed, nearest, scored, scoredTogether } from './near-sql.js';
import { initialDepth, nextDepth } from './search-depth.js';

/** Search by meaning in a scope that has an index: rows with `hit_score`, best first. */
export async function searchNear(tx: Tx, keyId: string, query: VectorQuery): Promise<Row[]> {
  for (let depth: number | null = initialDepth(query.limit); depth !== null; ) {
    const { rows, edge } = await searchIndex(tx, keyId, query, depth);
    // Everything that was not examined is further away than the edge.
    const isEnough = rows.length >= query.limit || (query.minScore !== null && edge !== null && edge < query.minScore);
    if (isEnough) return rows;
    depth = nextDepth(depth, rows.length, query.limit);
  }
  return tx.all(filteredFirst(keyId, query));
}

async function searchIndex(tx: Tx, keyId: string, query: VectorQuery, depth: number) {
  const found = await tx.all(sql`with near as materialized (${nearest(keyId, query, depth)}),
    top as materialized (${scored(keyId, query, 'near')}),
    hits as materialized (select m.id as hit_id, ${query.columns}, t.cosine as hit_score from top t
      ${memoryOf(keyId)}
      where m.user_id = ${query.userId} and ${query.where} and ${above(query, 't.cosine')} order by t.cosine desc, m.id desc limit ${query.limit})
    select h.*, h.hit_id as id, h.hit_score as hit_final, edge.cosine as edge from (select min(cosine) as cosine from top) edge left join hits h on true
    order by h.hit_score desc, h.hit_id desc`);
  const edge = found[0]?.edge;
  return { rows: found.filter((row) => row.hit_id !== null), edge: typeof edge === 'number' ? edge : null };
}

/** Exact. The filters come first: the searches of the index have shown that they let little through, or nothing near. */
function filteredFirst(keyId: string, query: VectorQuery): Sql {
  return sql`with allowed as materialized (${allowed(keyId, query)}),
    best as materialized (${scoredTogether(keyId, query, 'allowed')}),
    top as materialized (select memory_id, cosine from best where ${above(query, 'cosine')}
      order by cosine desc, memory_id desc limit ${query.limit})
    select m.id, ${query.columns}, t.cosine as hit_score, t.cosine as hit_final
    from top t ${memoryOf(keyId)} order by t.cosine desc, m.id desc`;
}

const memoryOf = (keyId: string) =>
  lookUp('postgres', 'inner', 'memories', 'm', sql`m.key_id = ${keyId} and m.id = t.memory_id`);

const above = ({ minScore }: VectorQuery, column: string): Sql =>
  minScore === null ? raw('true') : sql`${raw(column)} >= ${minScore}`;
