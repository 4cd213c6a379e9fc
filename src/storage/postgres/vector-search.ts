import { DAY } from '../../kernel/clock.js';
import { markOf } from '../marks.js';
import { among, lookUp, raw, type Sql, sql } from '../sql.js';
import type { Row, Tx } from '../statement.js';
import {
  cosineOf,
  type HybridHit,
  type HybridQuery,
  type HybridQueryWithVector,
  hasVector,
  type Owned,
  type PassageQuery,
  type Posting,
  type PostingQuery,
  type VectorHit,
  type VectorQuery,
  type VectorSearch,
} from '../vectors.js';
import type { CountedScopes } from './counted-scopes.js';
import type { KnownIndexes } from './hnsw/known-indexes.js';
import { hybridNear } from './hnsw/near-hybrid.js';
import { searchNear } from './hnsw/near-search.js';
import { fusedScope, type LexicalStatistics, statisticsOf, timesOf } from './hybrid-sql.js';

/** e to the power of minus this is practically zero; beyond it PostgreSQL raises an underflow error. */
const MIN_EXPONENT = 700;
/** The first search takes a few more than requested: most filters let nearly everything through. */
const SLACK = 16;
/** Passages examined per memory wanted: texts of more than a page have several. */
const PASSAGES = 2;

/** What a node knows about the scopes without a query. */
export interface ScopeKnowledge {
  /** Null: every scope is searched exactly. */
  indexes: KnownIndexes | null;
  counted: CountedScopes;
}

/** Searches one user's vectors, in SQL: exact, except in scopes large enough to have an index. */
export class PostgresVectorSearch implements VectorSearch {
  constructor(
    readonly tx: Tx,
    readonly keyId: string,
    readonly known: ScopeKnowledge,
  ) {}

  /** The server has its own cache. */
  load(): void {}

  async search(query: VectorQuery): Promise<VectorHit[]> {
    // With weights other than the cosine, the best may be anywhere in the scope: exact at every size.
    if (query.weights) return this.#hits(this.#everything(query, this.#weighted(query)));
    if (this.#isIndexed(query)) return (await searchNear(this.tx, this.keyId, query)).map(toHit);
    const { hits, isAll } = await this.#first(query);
    if (hits.length >= query.limit || isAll) return hits;
    return this.#hits(this.#everything(query, raw('b.score')));
  }

  async hybrid(query: HybridQuery): Promise<HybridHit[]> {
    const isIndexed = hasVector(query) && this.#isIndexed(query);
    const rows = isIndexed ? await this.#hybridIndexed(query) : await this.#hybridExact(query);
    return rows.map((row) => ({
      row,
      cosine: row.hit_cosine === null ? null : Number(row.hit_cosine),
      lexical: Number(row.hit_lexical),
      fused: Number(row.hit_fused),
    }));
  }

  #scopeOf = ({ userId, model, vector }: HybridQueryWithVector | VectorQuery) => ({
    ...{ keyId: this.keyId, userId, model },
    dimensions: vector.length,
  });

  #isIndexed(query: HybridQueryWithVector | VectorQuery): boolean {
    return this.known.indexes?.has(this.#scopeOf(query)) ?? false;
  }

  async #hybridIndexed(query: HybridQueryWithVector): Promise<Row[]> {
    const { counted } = this.known;
    const statistics =
      counted.lately(this.keyId, query.userId) ?? counted.remember(this.keyId, query.userId, await this.#count(query));
    return hybridNear(this.tx, this.keyId, query, statistics);
  }

  async #count({ userId }: HybridQuery): Promise<LexicalStatistics> {
    const statistics = await this.tx.get<LexicalStatistics>(statisticsOf(this.keyId, userId));
    return statistics ?? { memories: 0, average_length: 0 };
  }

  async #hybridExact(query: HybridQuery): Promise<Row[]> {
    const wanted = query.limit + SLACK;
    const top = sql`(select * from fused order by fused desc, memory_id desc limit ${wanted})`;
    const columns = raw(query.columns.map((name) => `m.${name}`).join(', '));
    const allowed = sql`m.key_id = ${this.keyId} and m.id = f.memory_id and m.user_id = ${query.userId} and ${query.where}`;
    const shown = (from: Sql) => sql`select m.*, f.cosine as hit_cosine, f.lexical as hit_lexical, f.fused as hit_fused,
        r.candidates, s.memories, s.average_length
      from ${from} cross join range r cross join statistics s order by f.fused desc, f.memory_id desc limit ${query.limit}`;
    // The best are read by id: the planner would rather read the whole scope again. `offset 0` keeps it from doing so.
    const best = sql`${top} f cross join lateral (select m.id, ${columns} from memories m where ${allowed} offset 0) m`;
    const counted = this.known.counted.lately(this.keyId, query.userId);
    const fused = fusedScope(this.keyId, query, counted);
    let rows = await this.tx.all(sql`with ${fused} ${shown(best)}`);
    // Too few passed the filters although there were more candidates: examine all of them.
    if (rows.length < query.limit && (rows.length === 0 || Number(rows[0]?.candidates) > wanted)) {
      const all = sql`fused f join lateral (select m.id, ${columns} from memories m where ${allowed}) m on true`;
      rows = await this.tx.all(sql`with ${fused} ${shown(all)}`);
    }
    const one = rows[0];
    if (one && !counted) this.known.counted.remember(this.keyId, query.userId, statisticsIn(one));
    return rows;
  }

  async passages({ model, vector, memories }: PassageQuery): Promise<Map<string, number[]>> {
    // Compute the cosines first, separately: sorting must not carry the vectors along.
    const rows = await this.tx.all<{ memory_id: string; cosines: number[] }>(sql`with scored as materialized (
        select v.memory_id, v.passage, ${cosineOf('v.vector', vector)} as cosine
        from unnest(${idsOf(memories)}::text[], ${memories.map((one) => one.user_id)}::text[]) as wanted (id, user_id)
        join memory_vectors v on v.memory_id = wanted.id and v.user_id = wanted.user_id
        where v.key_id = ${this.keyId} and v.model = ${model})
      select memory_id, array_agg(cosine order by passage) as cosines from scored group by memory_id`);
    return new Map(rows.map((row) => [row.memory_id, row.cosines]));
  }

  async postings({ memories, terms }: PostingQuery): Promise<Posting[]> {
    const users = [...new Set(memories.map((one) => one.user_id))];
    const asked = users.flatMap((user) => terms.map((term) => ({ user, term, mark: markOf(this.keyId, user, term) })));
    const column = (name: 'user' | 'term' | 'mark') => asked.map((one) => one[name]);
    return this.tx.all<Posting>(sql`select w.memory_id as id, t.term, ${timesOf('t.mark')} as times
      from memory_words w join unnest(${column('user')}::text[], ${column('term')}::text[], ${column('mark')}::bigint[])
        as t (user_id, term, mark) on t.user_id = w.user_id
      where w.key_id = ${this.keyId} and ${among('postgres', 'w.memory_id', idsOf(memories))} and w.marks @> array[t.mark]`);
  }

  #memoryOf(alias: string): Sql {
    const is = sql`m.key_id = ${this.keyId} and m.id = ${raw(`${alias}.memory_id`)}`;
    return lookUp('postgres', 'inner', 'memories', 'm', is);
  }

  /** The best passage of every memory of the scope. */
  #best(query: VectorQuery): Sql {
    const floor =
      query.minScore === null ? raw('') : sql`having max(${cosineOf('v.vector', query.vector)}) >= ${query.minScore}`;
    return sql`select v.memory_id, max(${cosineOf('v.vector', query.vector)}) as score from memory_vectors v
      where v.key_id = ${this.keyId} and v.user_id = ${query.userId} and v.model = ${query.model} group by v.memory_id ${floor}`;
  }

  /** The best of the nearest passages: keeping a few costs less than grouping all. In this order no memory can come later than it should. */
  async #first(query: VectorQuery) {
    const wanted = query.limit * 2 + SLACK;
    const scanned = wanted * PASSAGES;
    const floor = query.minScore === null ? raw('') : sql`where score >= ${query.minScore}`;
    const rows = await this.tx.all(sql`
      with near as materialized (select memory_id, score from (select v.memory_id, ${cosineOf('v.vector', query.vector)} as score
          from memory_vectors v where v.key_id = ${this.keyId} and v.user_id = ${query.userId} and v.model = ${query.model} offset 0) s
          ${floor} order by score desc, memory_id desc limit ${scanned}),
        top as materialized (select memory_id, max(score) as score from near group by memory_id
          order by max(score) desc, memory_id desc limit ${wanted})
      select m.id, ${query.columns}, b.score as hit_score, b.score as hit_final,
        (select count(*) from near) < ${scanned} and (select count(*) from top) < ${wanted} as is_all
      from top b ${this.#memoryOf('b')}
      where m.user_id = ${query.userId} and ${query.where} order by b.score desc, m.id desc limit ${query.limit}`);
    // Without a single row it is unknown whether there were more: search again without the shortcut.
    return { hits: rows.map(toHit), isAll: rows[0]?.is_all === true };
  }

  #everything(query: VectorQuery, final: Sql): Sql {
    return sql`with best as materialized (${this.#best(query)})
      select m.id, ${query.columns}, b.score as hit_score, ${final} as hit_final
      from best b ${this.#memoryOf('b')}
      where m.user_id = ${query.userId} and ${query.where} order by hit_final desc, m.id desc limit ${query.limit}`;
  }

  #weighted(query: VectorQuery): Sql {
    const w = query.weights ?? { cosine: 1, outcome: 0, importance: 0, recency: 0, recencyDays: 1 };
    return sql`(${w.cosine}::float8 * b.score + ${w.outcome}::float8 * m.outcome_score + ${w.importance}::float8 * m.importance / 10
      + ${w.recency}::float8 * exp(-least(${MIN_EXPONENT}, greatest(0, ${query.now}::float8 - m.created_at) / ${DAY * w.recencyDays}::float8)))`;
  }

  async #hits(query: Sql): Promise<VectorHit[]> {
    return (await this.tx.all(query)).map(toHit);
  }
}

const statisticsIn = (row: Row): LexicalStatistics => ({
  memories: Number(row.memories),
  average_length: Number(row.average_length),
});
const toHit = (row: Row): VectorHit => ({ row, score: Number(row.hit_score), final: Number(row.hit_final) });

const idsOf = (memories: readonly Owned[]) => memories.map(({ id }) => id);
