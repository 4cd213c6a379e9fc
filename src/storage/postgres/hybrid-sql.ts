import { BM25 } from '../../ranking/bm25.js';
import { FUSION } from '../../ranking/fusion.js';
import { type Sql, sql } from '../sql.js';
import { encodeVector, type HybridQuery } from '../vectors.js';

/**
 * The first stage of hybrid ranking in one statement: `src/ranking/bm25.ts` and `fusion.ts` written in SQL. `fused` holds (memory_id, cosine,
 * lexical, fused) for every memory of the user that is embedded or shares a word. Materialised, because the planner otherwise folds the parts
 * into one nested loop; and both legs are grouped instead of joined, because a planner that knows nothing yet of a young table would
 * join them by comparing each with each.
 */
export function fusedScope(keyId: string, query: HybridQuery): Sql {
  const scope = sql`key_id = ${keyId} and user_id = ${query.userId}`;
  return sql`best as materialized (
      select memory_id, max(-(vector <#> ${encodeVector('postgres', query.vector)}::vector)) as cosine from memory_vectors
      where ${scope} and model = ${query.model} group by memory_id),
    ${lexicalScope(keyId, query)},
    range as materialized (
      select coalesce(min(cosine), 0) as lowest, coalesce(max(cosine), 0) as highest,
        coalesce((select max(lexical) from words), 0) as most from best),
    fused as materialized (
      select c.memory_id, c.cosine, c.lexical,
        ${FUSION.meaning}::float8 * case when r.highest > r.lowest
          then (coalesce(c.cosine, r.lowest) - r.lowest) / (r.highest - r.lowest) else 1 end
        + ${FUSION.words}::float8 * case when r.most > 0 then c.lexical / r.most else 0 end as fused
      from (select memory_id, max(cosine) as cosine, coalesce(max(lexical), 0) as lexical from
          (select memory_id, cosine, null::float8 as lexical from best union all select memory_id, null, lexical from words) legs
        group by memory_id) c cross join range r)`;
}

/** Of all memories of a user: what BM25 measures a single one by. */
export interface LexicalStatistics {
  memories: number;
  average_length: number;
}

export const statisticsOf = (keyId: string, userId: string): Sql =>
  sql`select count(*)::float8 as memories, coalesce(avg(terms_length), 0)::float8 as average_length from memories
    where key_id = ${keyId} and user_id = ${userId}`;

/** BM25 of every memory that shares a word with the question (`words`), with the statistics of the whole user: those given, or as they are now. */
export function lexicalScope(keyId: string, query: HybridQuery, known?: LexicalStatistics): Sql {
  const statistics = known
    ? sql`select ${known.memories}::float8 as memories, ${known.average_length}::float8 as average_length`
    : statisticsOf(keyId, query.userId);
  const scope = sql`key_id = ${keyId} and user_id = ${query.userId}`;
  const { k1, b, idfPower } = BM25;
  return sql`postings as materialized (
      select term, memory_id, tf, length from memory_terms where ${scope} and term = any(${query.terms}::text[])),
    statistics as materialized (${statistics}),
    weights as materialized (
      select p.term, power(ln(1 + (greatest(0, s.memories - count(*)) + 0.5) / (count(*) + 0.5)), ${idfPower}::float8) as weight
      from postings p cross join statistics s group by p.term, s.memories),
    words as materialized (
      select p.memory_id, sum(w.weight * p.tf * (${k1}::float8 + 1) / (p.tf + ${k1}::float8 * (1 - ${b}::float8 + ${b}::float8 *
        case when s.average_length > 0 then p.length / s.average_length else 1 end))) as lexical
      from postings p join weights w on w.term = p.term cross join statistics s group by p.memory_id)`;
}
