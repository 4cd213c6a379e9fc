import { BM25 } from '../../ranking/bm25.js';
import { FUSION } from '../../ranking/fusion.js';
import { markOf } from '../marks.js';
import { raw, type Sql, sql } from '../sql.js';
import { cosineOf, type HybridQuery, hasVector } from '../vectors.js';

/**
 * The first stage of hybrid ranking in one statement: `src/ranking/bm25.ts` and `fusion.ts` written in SQL. `fused` holds (memory_id, cosine,
 * lexical, fused) for every memory of the user that is embedded or shares a word, `range` also their number, `statistics` what BM25 used. Passages
 * and words are combined with `union all` and grouped once: a planner without statistics on a young table would join them by comparing each with
 * each.
 */
export function fusedScope(keyId: string, query: HybridQuery, known?: LexicalStatistics): Sql {
  return sql`${statistics(keyId, query, known)},
    scored as materialized (
      select memory_id, max(cosine) as cosine, sum(lexical) as lexical from (
        ${cosines(keyId, query)} select memory_id, null::float8 as cosine, lexical from (${wordScores(keyId, query)}) words) legs
      group by memory_id),
    range as materialized (
      select coalesce(min(cosine), 0) as lowest, coalesce(max(cosine), 0) as highest, coalesce(max(lexical), 0) as most,
        count(*) as candidates from scored),
    fused as (
      select c.memory_id, c.cosine, c.lexical,
        ${FUSION.meaning}::float8 * case when r.highest > r.lowest
          then (coalesce(c.cosine, r.lowest) - r.lowest) / (r.highest - r.lowest) else 1 end
        + ${FUSION.words}::float8 * case when r.most > 0 then c.lexical / r.most else 0 end as fused
      from scored c cross join range r)`;
}

/** The passages' part, with the keyword that joins the next part to it. */
function cosines(keyId: string, query: HybridQuery): Sql {
  if (!hasVector(query)) return raw('');
  return sql`select memory_id, ${cosineOf('vector', query.vector)} as cosine, 0::float8 as lexical
    from memory_vectors where key_id = ${keyId} and user_id = ${query.userId} and model = ${query.model} union all`;
}

/** Over all memories of a user: what BM25 scores a single one against. */
export interface LexicalStatistics {
  memories: number;
  average_length: number;
}

export const statisticsOf = (keyId: string, userId: string): Sql =>
  sql`select count(*)::float8 as memories, coalesce(avg(terms_length), 0)::float8 as average_length from memories
    where key_id = ${keyId} and user_id = ${userId}`;

/** `statistics`: the known ones, or counted now. */
function statistics(keyId: string, { userId }: HybridQuery, known?: LexicalStatistics): Sql {
  const one = known
    ? sql`select ${known.memories}::float8 as memories, ${known.average_length}::float8 as average_length`
    : statisticsOf(keyId, userId);
  return sql`statistics as materialized (${one})`;
}

/** BM25 of every memory that shares a word with the query (`words`), using the given statistics of the user. */
export function lexicalScope(keyId: string, query: HybridQuery, known: LexicalStatistics): Sql {
  return sql`${statistics(keyId, query, known)},
    words as materialized (
      select memory_id, sum(lexical) as lexical from (${wordScores(keyId, query)}) words group by memory_id)`;
}

/** How often the word of a mark occurs in a row of `memory_words w` that contains it. */
export const timesOf = (mark: string): Sql =>
  raw(`case when w.times is null then 1 else w.times[array_position(w.marks, ${mark})] end`);

/** What each word adds to each memory that contains it, by the `statistics`. `offset 0` keeps the planner from reversing the lookups. */
function wordScores(keyId: string, { userId, terms }: HybridQuery): Sql {
  const { k1, b, idfPower } = BM25;
  const marks = terms.map((term) => markOf(keyId, userId, term));
  return sql`with postings as materialized (
      select t.mark, p.memory_id, p.tf, p.length from unnest(${marks}::bigint[]) as t (mark)
        cross join lateral (select w.memory_id, ${timesOf('t.mark')} as tf, w.length from memory_words w
          where w.key_id = ${keyId} and w.marks @> array[t.mark] offset 0) p),
    weights as materialized (
      select n.mark, s.average_length, power(ln(1 + (greatest(0, s.memories - n.found) + 0.5) / (n.found + 0.5)), ${idfPower}::float8) as weight
      from (select mark, count(*) as found from postings group by mark) n cross join statistics s)
    select p.memory_id, w.weight * p.tf * (${k1}::float8 + 1) / (p.tf + ${k1}::float8 * (1 - ${b}::float8 + ${b}::float8 *
        case when w.average_length > 0 then p.length / w.average_length else 1 end)) as lexical
      from postings p join weights w on w.mark = p.mark`;
}
