import { type LinearWeights, linearScore } from '../../../ranking/composite.js';
import { dot } from '../../../ranking/dot.js';
import { among, raw, type Sql, sql } from '../../sql.js';
import type { Row } from '../../statement.js';
import { unpackTerms } from '../../terms.js';
import {
  fromVectorColumn,
  type HybridHit,
  type HybridQuery,
  hasVector,
  type PassageQuery,
  type Posting,
  type PostingQuery,
  type ScopeToLoad,
  type VectorHit,
  type VectorQuery,
  type VectorSearch,
} from '../../vectors.js';
import type { SqliteConnection } from '../connection.js';
import { fuseScope, type Scored } from './fuse-scope.js';
import type { TermCache } from './term-cache.js';
import { topIndexes, topRefined } from './top.js';
import type { VectorCache } from './vector-cache.js';

/** The first look takes a few more than requested: most filters let nearly everything through. */
const SLACK = 16;

export interface SearchCaches {
  vectors: VectorCache;
  terms: TermCache;
}
type Filtered = Pick<VectorQuery, 'userId' | 'where' | 'limit'>;
/** Scores to choose the best by, and the cosines they depend on; each score is at most `error` away from what it is once refined. */
interface Finals {
  scored: Scored;
  ids: readonly string[];
  finals: Float64Array;
  error: number;
  refine(index: number, cosine: number): void;
  /** With the cosine from the memory's row. */
  finish(index: number, cosine: number): void;
}
/** Reads those of the given rows that meet a condition. */
type Read = (ids: readonly string[], where: Sql) => Row[];

/** Exact search: every vector of the scope is scored in memory; SQL decides what may be returned. */
export class SqliteVectorSearch implements VectorSearch {
  constructor(
    readonly db: SqliteConnection,
    readonly caches: SearchCaches,
    readonly keyId: string,
  ) {}

  search(query: VectorQuery): VectorHit[] {
    const scored = this.#score(query);
    if (!scored) return [];
    const { ids, error } = scored;
    const { weights } = query;
    const cosines = new Float64Array(scored.scores);
    /** Removes what certainly scores less than requested, given how exact the cosines are. */
    const least = (exactness: number) => (query.minScore ?? Number.NEGATIVE_INFINITY) - exactness;
    if (query.minScore !== null) {
      for (let i = 0; i < cosines.length; i++) {
        if ((cosines[i] as number) < least(error)) cosines[i] = Number.NEGATIVE_INFINITY;
      }
    }
    const finals = weights ? this.#weigh(query, weights, cosines, scored) : new Float64Array(cosines);
    const slope = weights ? weights.cosine : 1;
    const correct = (i: number, cosine: number, minimum: number) => {
      const change = cosine - (cosines[i] as number);
      cosines[i] = cosine;
      finals[i] = cosine < minimum ? Number.NEGATIVE_INFINITY : (finals[i] as number) + slope * change;
    };
    const scores: Finals = {
      ...{ scored, ids, finals, error: Math.abs(slope) * error },
      refine: (i, cosine) => correct(i, cosine, least(scored.refinedError)),
      finish: (i, cosine) => correct(i, cosine, least(0)),
    };
    const picked = this.#pick(query, scores, this.#reader(query.columns));
    return picked.map(({ i, row }) => ({ row, score: cosines[i] as number, final: finals[i] as number }));
  }

  #score(query: Pick<VectorQuery, 'userId' | 'model' | 'vector'>): Scored | null {
    const scope = { keyId: this.keyId, userId: query.userId, model: query.model };
    const cached = this.caches.vectors.get(scope, query.vector.length);
    if (cached === null) return null;
    if (cached !== 'too large') {
      const { vector } = query;
      return {
        ids: cached.ids,
        ...cached.estimate(vector, () => this.db.check()),
        refinedScore: (i) => cached.score(i),
        exact: (ids) => this.caches.vectors.passages(scope, vector, ids),
        indexOf: (id) => cached.indexOf(id),
      };
    }
    // Larger than the cache: read the rows once, keeping one score per memory.
    const best = new Map<string, number>();
    for (const row of this.caches.vectors.rows(scope)) {
      const vector = fromVectorColumn(row.vector);
      if (vector.length !== query.vector.length) continue;
      const id = row.memory_id as string;
      best.set(id, Math.max(best.get(id) ?? Number.NEGATIVE_INFINITY, dot(query.vector, vector)));
    }
    const ids = [...best.keys()];
    const index = new Map(ids.map((id, i) => [id, i]));
    const scores = Float32Array.from(best.values());
    return { ...EXACT, ids, scores, refinedScore: (i) => scores[i] as number, indexOf: (id) => index.get(id) };
  }

  hybrid(query: HybridQuery): HybridHit[] {
    const scored = (hasVector(query) ? this.#score(query) : null) ?? NOTHING;
    const words = this.caches.terms.get({ keyId: this.keyId, userId: query.userId });
    this.db.check();
    const { ids, cosines, lexicals, finals, slope } = fuseScope(scored, words, query.terms, () => this.db.check());
    this.db.check();
    const scores: Finals = {
      ...{ scored, ids, finals, error: slope * scored.error },
      refine(i, cosine) {
        finals[i] = (finals[i] as number) + slope * (cosine - (cosines[i] as number));
        cosines[i] = cosine;
      },
      // Not the fused score: the range that it is scaled by is that of refined cosines.
      finish(i, cosine) {
        cosines[i] = cosine;
      },
    };
    const picked = this.#pick(query, scores, this.#bulkReader(query.columns));
    return picked.map(({ i, row }) => ({
      row,
      cosine: Number.isNaN(cosines[i]) ? null : (cosines[i] as number),
      lexical: lexicals[i] as number,
      fused: finals[i] as number,
    }));
  }

  passages({ model, vector, memories }: PassageQuery): Map<string, number[]> {
    const byUser = new Map<string, string[]>();
    for (const { id, user_id } of memories) {
      const ids = byUser.get(user_id);
      if (ids) ids.push(id);
      else byUser.set(user_id, [id]);
    }
    const found = new Map<string, number[]>();
    for (const [userId, ids] of byUser) {
      this.db.check();
      const cosines = this.caches.vectors.passages({ keyId: this.keyId, userId, model }, vector, ids);
      for (const [id, own] of cosines) found.set(id, own);
    }
    return found;
  }

  /** From the rows: the words of whole scopes would take the place of those that searches use. */
  postings({ memories, terms }: PostingQuery): Posting[] {
    const wanted = new Set(terms);
    const ids = memories.map(({ id }) => id);
    const found: Posting[] = [];
    const rows = this.db.iterate(sql`select m.id, m.terms from memories m
      where m.key_id = ${this.keyId} and ${among('sqlite', 'm.id', ids)}`);
    for (const { id, terms: packed } of rows as Iterable<{ id: string; terms: string }>) {
      this.db.check();
      unpackTerms(packed, (term, times) => {
        if (wanted.has(term)) found.push({ id, term, times });
      });
    }
    return found;
  }

  load({ userId, model, dimensions }: ScopeToLoad): void {
    if (dimensions !== null) this.caches.vectors.get({ keyId: this.keyId, userId, model }, dimensions);
    this.caches.terms.get({ keyId: this.keyId, userId });
  }

  /** The best that pass the filters. */
  #pick(query: Filtered, scores: Finals, read: Read): { i: number; row: Row }[] {
    const { ids, finals } = scores;
    const wanted = query.limit + SLACK;
    const { best: first, isAll } = this.#best(scores, wanted);
    // The ids drive the lookup: `+` keeps the planner from scanning the user's whole scope instead.
    const seen = rowsOf(first, ids, (list) => read(list, sql`+m.user_id = ${query.userId} and ${query.where}`));
    if (seen.length >= query.limit || isAll) return seen.slice(0, query.limit);
    // The filters are selective: query everything they allow once, then rank only that.
    const allowed = new Set(
      this.db
        .all<{ id: string }>(sql`select m.id from memories m
          where m.key_id = ${this.keyId} and m.user_id = ${query.userId} and ${query.where}`)
        .map((row) => row.id),
    );
    for (let i = 0; i < finals.length; i++) if (!allowed.has(ids[i] as string)) finals[i] = Number.NEGATIVE_INFINITY;
    const { best } = this.#best(scores, wanted);
    return rowsOf(best.slice(0, query.limit), ids, (list) => read(list, sql`1 = 1`));
  }

  /** The best by refined scores, in the order of their exact ones; `isAll` if there are no others. */
  #best({ scored, ids, finals, error, refine, finish }: Finals, wanted: number): { best: number[]; isAll: boolean } {
    const isEmbedded = (i: number) => i < scored.ids.length;
    const best = topRefined(finals, ids, wanted, error, (i) => {
      if (isEmbedded(i)) refine(i, scored.refinedScore(i));
    });
    const isAll = best.length < wanted;
    if (scored.error === 0) return { best, isAll };
    const exact = scored.exact(best.filter(isEmbedded).map((i) => ids[i] as string));
    for (const i of best) {
      const cosines = exact.get(ids[i] as string);
      if (cosines) finish(i, Math.max(...cosines));
    }
    const order = topIndexes(
      best.map((i) => finals[i] as number),
      best.map((i) => ids[i] as string),
      wanted,
    );
    return { best: order.map((at) => best[at] as number), isAll };
  }

  #weigh(
    query: VectorQuery,
    weights: LinearWeights,
    cosines: Float64Array,
    { ids, indexOf }: Pick<Scored, 'ids' | 'indexOf'>,
  ): Float64Array {
    const finals = new Float64Array(ids.length).fill(Number.NEGATIVE_INFINITY);
    const rows = this.db.all<{ id: string; importance: number; outcome_score: number; created_at: number }>(
      sql`select m.id, m.importance, m.outcome_score, m.created_at from memories m
        where m.key_id = ${this.keyId} and m.user_id = ${query.userId} and ${query.where}`,
    );
    for (const row of rows) {
      const i = indexOf(row.id);
      if (i === undefined || cosines[i] === Number.NEGATIVE_INFINITY) continue;
      const { importance, outcome_score: outcome } = row;
      finals[i] = linearScore(weights, {
        cosine: cosines[i] as number,
        outcome,
        importance,
        ageMs: query.now - row.created_at,
      });
    }
    return finals;
  }

  #reader =
    (columns: Sql): Read =>
    (ids, where) =>
      this.db.all(sql`select m.id, ${columns} from memories m
        where m.key_id = ${this.keyId} and ${among('sqlite', 'm.id', ids)} and ${where}`);

  /** Some hundred rows in one value: passing each of their values separately takes twice as long. */
  #bulkReader(columns: readonly string[]): Read {
    const names = ['id', ...columns];
    const values = raw(names.map((name) => (REALS.has(name) ? `format('%!.17g', m.${name})` : `m.${name}`)).join(', '));
    return (ids, where) => {
      const read = this.db.get<{
        all: string;
      }>(sql`select json_group_array(json_array(${values})) as "all" from memories m
        where m.key_id = ${this.keyId} and ${among('sqlite', 'm.id', ids)} and ${where}`);
      const rows = JSON.parse(read?.all ?? '[]') as unknown[][];
      return rows.map((values) => {
        const row: Row = {};
        for (let i = 0; i < names.length; i++) row[names[i] as string] = whole(names[i] as string, values[i]);
        return row;
      });
    };
  }
}

const EXACT: Pick<Scored, 'error' | 'refinedError' | 'exact'> = {
  error: 0,
  refinedError: 0,
  exact: () => new Map(),
};
const NOTHING: Scored = {
  ...EXACT,
  ids: [],
  scores: new Float32Array(0),
  refinedScore: () => Number.NaN,
  indexOf: () => undefined,
};

/** JSON cuts them off at 15 digits; as text they are complete. */
const REALS = new Set(['importance', 'outcome_score', 'risk']);
const whole = (name: string, value: unknown) => (value !== null && REALS.has(name) ? Number(value) : value);

/** The picked rows that were found, in their order. */
function rowsOf(picked: number[], ids: readonly string[], read: (ids: string[]) => Row[]): { i: number; row: Row }[] {
  const rows = read(picked.map((i) => ids[i] as string));
  const found = new Map(rows.map((row) => [row.id as string, row]));
  return picked.flatMap((i) => {
    const row = found.get(ids[i] as string);
    return row ? { i, row } : [];
  });
}
