import { type LinearWeights, linearScore } from '../../../ranking/composite.js';
import { among, raw, type Sql, sql } from '../../sql.js';
import type { Row } from '../../statement.js';
import {
  fromVectorColumn,
  type HybridHit,
  type HybridQuery,
  hasVector,
  type PassageQuery,
  type Posting,
  type PostingQuery,
  type VectorHit,
  type VectorQuery,
  type VectorSearch,
} from '../../vectors.js';
import type { SqliteConnection } from '../connection.js';
import { fuseScope, type Scored } from './fuse-scope.js';
import type { TermCache } from './term-cache.js';
import { topIndexes } from './top.js';
import type { VectorCache } from './vector-cache.js';

/** The first look takes a few more than requested: most filters let nearly everything through. */
const SLACK = 16;

export interface SearchCaches {
  vectors: VectorCache;
  terms: TermCache;
}
type Filtered = Pick<VectorQuery, 'userId' | 'where' | 'limit'>;
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
    const { ids, scores } = scored;
    if (query.minScore !== null) {
      for (let i = 0; i < scores.length; i++) {
        if ((scores[i] as number) < query.minScore) scores[i] = Number.NEGATIVE_INFINITY;
      }
    }
    const finals = query.weights ? this.#weigh(query, query.weights, scored) : scores;
    const picked = this.#pick(query, ids, finals, this.#reader(query.columns));
    return picked.map(({ i, row }) => ({ row, score: scores[i] as number, final: finals[i] as number }));
  }

  #score(query: Pick<VectorQuery, 'userId' | 'model' | 'vector'>): Scored | null {
    const scope = { keyId: this.keyId, userId: query.userId, model: query.model };
    const cached = this.caches.vectors.get(scope, query.vector.length);
    if (cached === null) return null;
    if (cached !== 'too large') {
      const scores = cached.score(query.vector, () => this.db.check());
      return { ids: cached.ids, scores, indexOf: (id) => cached.indexOf(id) };
    }
    // Larger than the cache: read the rows once, keeping one score per memory.
    const best = new Map<string, number>();
    for (const row of this.caches.vectors.rows(scope, raw(''))) {
      const vector = fromVectorColumn(row.vector);
      if (vector.length !== query.vector.length) continue;
      const id = row.memory_id as string;
      best.set(id, Math.max(best.get(id) ?? Number.NEGATIVE_INFINITY, dot(query.vector, vector)));
    }
    const ids = [...best.keys()];
    const index = new Map(ids.map((id, i) => [id, i]));
    return { ids, scores: Float32Array.from(best.values()), indexOf: (id) => index.get(id) };
  }

  hybrid(query: HybridQuery): HybridHit[] {
    const scored = (hasVector(query) ? this.#score(query) : null) ?? {
      ids: [],
      scores: new Float32Array(0),
      indexOf: () => undefined,
    };
    const words = this.caches.terms.get({ keyId: this.keyId, userId: query.userId });
    this.db.check();
    const { ids, cosines, lexicals, finals } = fuseScope(scored, words, query.terms, () => this.db.check());
    this.db.check();
    const picked = this.#pick(query, ids, finals, this.#bulkReader(query.columns));
    return picked.map(({ i, row }) => ({
      row,
      cosine: Number.isNaN(cosines[i]) ? null : (cosines[i] as number),
      lexical: lexicals[i] as number,
      fused: finals[i] as number,
    }));
  }

  passages({ userId, model, vector, ids }: PassageQuery): Map<string, number[]> {
    const scope = { keyId: this.keyId, userId, model };
    const cached = this.caches.vectors.get(scope, vector.length);
    if (cached === null) return new Map();
    if (cached !== 'too large') return cached.passages(vector, ids, () => this.db.check());
    const found = new Map<string, number[]>();
    for (const row of this.caches.vectors.rows(scope, sql`and ${among('sqlite', 'memory_id', ids)}`)) {
      const passage = fromVectorColumn(row.vector);
      if (passage.length !== vector.length) continue;
      const id = row.memory_id as string;
      const cosines = found.get(id) ?? [];
      found.set(id, cosines);
      cosines.push(dot(vector, passage));
    }
    return found;
  }

  postings({ userId, ids, terms }: PostingQuery): Posting[] {
    const words = this.caches.terms.get({ keyId: this.keyId, userId });
    const wanted = new Set(ids);
    const found: Posting[] = [];
    for (const term of terms) {
      this.db.check();
      const list = words.find(term);
      list?.docs.forEach((doc, i) => {
        const id = words.ids[doc] as string;
        if (wanted.has(id)) found.push({ id, term, times: list.tfs[i] as number });
      });
    }
    return found;
  }

  /** The best that pass the filters. */
  #pick(query: Filtered, ids: readonly string[], finals: ArrayLike<number>, read: Read): { i: number; row: Row }[] {
    const wanted = query.limit + SLACK;
    const first = topIndexes(finals, ids, wanted);
    // The ids drive the lookup: `+` keeps the planner from scanning the user's whole scope instead.
    const seen = rowsOf(first, ids, (list) => read(list, sql`+m.user_id = ${query.userId} and ${query.where}`));
    if (seen.length >= query.limit || first.length < wanted) return seen.slice(0, query.limit);
    // The filters are selective: query everything they allow once, then rank only that.
    const allowed = new Set(
      this.db
        .all<{ id: string }>(sql`select m.id from memories m
          where m.key_id = ${this.keyId} and m.user_id = ${query.userId} and ${query.where}`)
        .map((row) => row.id),
    );
    const kept = Float64Array.from(finals, (final, i) =>
      allowed.has(ids[i] as string) ? final : Number.NEGATIVE_INFINITY,
    );
    return rowsOf(topIndexes(kept, ids, query.limit), ids, (list) => read(list, sql`1 = 1`));
  }

  #weigh(query: VectorQuery, weights: LinearWeights, { ids, scores, indexOf }: Scored): Float64Array {
    const finals = new Float64Array(ids.length).fill(Number.NEGATIVE_INFINITY);
    const rows = this.db.all<{ id: string; importance: number; outcome_score: number; created_at: number }>(
      sql`select m.id, m.importance, m.outcome_score, m.created_at from memories m
        where m.key_id = ${this.keyId} and m.user_id = ${query.userId} and ${query.where}`,
    );
    for (const row of rows) {
      const i = indexOf(row.id);
      if (i === undefined || scores[i] === Number.NEGATIVE_INFINITY) continue;
      const { importance, outcome_score: outcome } = row;
      finals[i] = linearScore(weights, {
        cosine: scores[i] as number,
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

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
