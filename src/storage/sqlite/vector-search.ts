import { type LinearWeights, linearScore } from '../../ranking/composite.js';
import { among, and, sql } from '../sql.js';
import type { Row } from '../statement.js';
import type { VectorHit, VectorQuery, VectorSearch } from '../vectors.js';
import type { SqliteConnection } from './connection.js';
import { topIndexes } from './top.js';
import type { VectorCache } from './vector-cache.js';

/** The first look takes a few more than asked for: most queries' filters let nearly everything through. */
const SLACK = 16;

/** Exact search: every vector of the scope is scored in memory, SQL decides what may be seen. */
export class SqliteVectorSearch implements VectorSearch {
  constructor(
    readonly db: SqliteConnection,
    readonly cache: VectorCache,
    readonly keyId: string,
  ) {}

  search(query: VectorQuery): VectorHit[] {
    const scored = this.#score(query);
    if (!scored) return [];
    const { ids, scores } = scored;
    if (query.minScore !== null) {
      for (let i = 0; i < scores.length; i++)
        if ((scores[i] as number) < query.minScore) scores[i] = Number.NEGATIVE_INFINITY;
    }
    const finals = query.weights ? this.#weigh(query, query.weights, ids, scores) : scores;

    const wanted = query.limit * 2 + SLACK;
    const first = topIndexes(finals, ids, wanted);
    const hits = this.#fetch(query, first, ids, scores, finals);
    if (hits.length >= query.limit || first.length < wanted) return hits.slice(0, query.limit);

    // The filters are selective: ask once for everything they allow, then rank only that.
    const allowed = new Set(
      this.db
        .all<{ id: string }>(
          sql`select m.id from memories m where m.key_id = ${this.keyId} and m.user_id = ${query.userId} and ${query.where}`,
        )
        .map((row) => row.id),
    );
    const kept = Float64Array.from(finals, (final, i) =>
      allowed.has(ids[i] as string) ? final : Number.NEGATIVE_INFINITY,
    );
    return this.#fetch(query, topIndexes(kept, ids, query.limit), ids, scores, kept);
  }

  #score(query: VectorQuery): { ids: readonly string[]; scores: Float32Array } | null {
    const scope = { keyId: this.keyId, userId: query.userId, model: query.model };
    const cached = this.cache.get(scope, query.vector.length);
    if (cached === null) return null;
    if (cached !== 'too large') return { ids: cached.ids, scores: cached.score(query.vector) };
    // Larger than the cache: read through once, holding one score per memory.
    const best = new Map<string, number>();
    for (const row of this.cache.rows(scope)) {
      const vector = toFloats(row.vector as Uint8Array);
      if (vector.length !== query.vector.length) continue;
      const id = row.memory_id as string;
      best.set(id, Math.max(best.get(id) ?? Number.NEGATIVE_INFINITY, dot(query.vector, vector)));
    }
    return { ids: [...best.keys()], scores: Float32Array.from(best.values()) };
  }

  #weigh(query: VectorQuery, weights: LinearWeights, ids: readonly string[], scores: Float32Array): Float64Array {
    const finals = new Float64Array(ids.length).fill(Number.NEGATIVE_INFINITY);
    const index = new Map(ids.map((id, i) => [id, i]));
    const rows = this.db.all<{ id: string; importance: number; outcome_score: number; created_at: number }>(
      sql`select m.id, m.importance, m.outcome_score, m.created_at from memories m
        where m.key_id = ${this.keyId} and m.user_id = ${query.userId} and ${query.where}`,
    );
    for (const row of rows) {
      const i = index.get(row.id);
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

  #fetch(
    query: VectorQuery,
    picked: number[],
    ids: readonly string[],
    scores: ArrayLike<number>,
    finals: ArrayLike<number>,
  ): VectorHit[] {
    const conditions = and([
      sql`m.key_id = ${this.keyId} and m.user_id = ${query.userId}`,
      among(
        'sqlite',
        'm.id',
        picked.map((i) => ids[i] as string),
      ),
      query.where,
    ]);
    const found = new Map<string, Row>();
    for (const row of this.db.all(sql`select m.id, ${query.columns} from memories m where ${conditions}`))
      found.set(row.id as string, row);
    return picked.flatMap((i) => {
      const row = found.get(ids[i] as string);
      return row ? [{ row, score: scores[i] as number, final: finals[i] as number }] : [];
    });
  }
}

const toFloats = (bytes: Uint8Array) => new Float32Array(bytes.slice().buffer);

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
