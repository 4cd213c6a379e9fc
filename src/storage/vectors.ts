import type { LinearWeights } from '../ranking/composite.js';
import type { Dialect, Sql, SqlValue } from './sql.js';
import type { Awaitable, Row } from './statement.js';

export interface VectorQuery {
  userId: string;
  model: string;
  /** Unit length. */
  vector: Float32Array;
  /** Conditions on `memories m`; the key and the user are added by the search itself. */
  where: Sql;
  /** Columns of `memories m` to return. */
  columns: Sql;
  limit: number;
  minScore: number | null;
  /** Absent: ordered by cosine. */
  weights?: LinearWeights;
  now: number;
}

export interface VectorHit {
  row: Row;
  /** Cosine of the memory's best passage. */
  score: number;
  /** What the order was made of. */
  final: number;
}

/** Meaning and words together: what the first stage of hybrid ranking asks for. */
export interface HybridQuery extends Omit<VectorQuery, 'minScore' | 'weights' | 'columns' | 'vector'> {
  /** Of unit length; null: by words alone. */
  vector: Float32Array | null;
  terms: readonly string[];
  /** Names of the columns of `memories` to return, beside the id. */
  columns: readonly string[];
}

export type HybridQueryWithVector = HybridQuery & { vector: Float32Array };
export const hasVector = (query: HybridQuery): query is HybridQueryWithVector => query.vector !== null;

export interface HybridHit {
  row: Row;
  /** Of its best passage; null while it waits to be embedded, or the question has no vector. */
  cosine: number | null;
  /** Raw BM25. */
  lexical: number;
  /** 0–1, what the order was made of. */
  fused: number;
}

/** Some memories of a user, and a question. */
export interface PassageQuery extends Pick<VectorQuery, 'userId' | 'model' | 'vector'> {
  ids: readonly string[];
}

export interface PostingQuery {
  userId: string;
  ids: readonly string[];
  terms: readonly string[];
}

/** A word of a question in a memory. */
export interface Posting {
  id: string;
  term: string;
  times: number;
}

/**
 * Search in one user's memories: exact, but for very large scopes on PostgreSQL, where the scores are exact and nearly all of the best are found. Equal scores: the newer id first, on every engine. Statistics (how rare a word is, the range of the
 * cosines) are those of the whole user, whatever the filters.
 */
export interface VectorSearch {
  search(query: VectorQuery): Awaitable<VectorHit[]>;
  hybrid(query: HybridQuery): Awaitable<HybridHit[]>;
  /** The cosines of every passage of the given memories, in the order of the passages; without those that have no vectors. */
  passages(query: PassageQuery): Awaitable<Map<string, number[]>>;
  /** Where the terms stand in the given memories. */
  postings(query: PostingQuery): Awaitable<Posting[]>;
}

/** A vector as a parameter: bytes of little-endian floats on SQLite; on PostgreSQL what pgvector sends and receives, for a parameter of the type `vector`. */
export const encodeVector = (dialect: Dialect, vector: Float32Array): SqlValue =>
  dialect === 'sqlite' ? new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength) : pgvectorBytes(vector);

/** Two bytes for the dimensions, two that are kept free, then big-endian floats. */
function pgvectorBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(4 + vector.length * 4);
  bytes.writeUInt16BE(vector.length, 0);
  bytes.writeUInt16BE(0, 2);
  for (let i = 0; i < vector.length; i++) bytes.writeFloatBE(vector[i] as number, 4 + i * 4);
  return bytes;
}

/** A vector as a row hands it back: bytes on SQLite, pgvector's text on PostgreSQL. */
export const fromVectorColumn = (value: unknown): Float32Array =>
  value instanceof Uint8Array
    ? new Float32Array(value.slice().buffer)
    : Float32Array.from(JSON.parse(value as string) as number[]);
