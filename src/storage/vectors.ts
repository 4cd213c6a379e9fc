import type { LinearWeights } from '../ranking/composite.js';
import { type Dialect, raw, type Sql, type SqlValue, sql } from './sql.js';
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
  /** The score that determined the order. */
  final: number;
}

/** Meaning and words together: the input of the first stage of hybrid ranking. */
export interface HybridQuery extends Omit<VectorQuery, 'minScore' | 'weights' | 'columns' | 'vector'> {
  /** Unit length; null: by words alone. */
  vector: Float32Array | null;
  terms: readonly string[];
  /** Names of the columns of `memories` to return, in addition to the id. */
  columns: readonly string[];
}

export type HybridQueryWithVector = HybridQuery & { vector: Float32Array };
export const hasVector = (query: HybridQuery): query is HybridQueryWithVector => query.vector !== null;

export interface HybridHit {
  row: Row;
  /** Cosine of its best passage; null while the memory waits to be embedded, or if the query has no vector. */
  cosine: number | null;
  /** Raw BM25. */
  lexical: number;
  /** 0–1, the score that determined the order. */
  fused: number;
}

/** A memory, of whichever user. */
export interface Owned {
  id: string;
  user_id: string;
}

export interface PassageQuery extends Pick<VectorQuery, 'model' | 'vector'> {
  memories: readonly Owned[];
}

export interface PostingQuery {
  memories: readonly Owned[];
  terms: readonly string[];
}

export interface ScopeToLoad extends Pick<VectorQuery, 'userId' | 'model'> {
  /** Null while they are not known: without vectors. */
  dimensions: number | null;
}

/** A word of a query in a memory. */
export interface Posting {
  id: string;
  term: string;
  times: number;
}

/**
 * Search in one user's memories: exact, except in very large scopes on PostgreSQL, where the scores are exact and nearly all of the best are found.
 * Equal scores: the newer id first, on every engine. Statistics (how rare a word is, the range of the cosines) are those of the whole user, whatever
 * the filters.
 */
export interface VectorSearch {
  search(query: VectorQuery): Awaitable<VectorHit[]>;
  hybrid(query: HybridQuery): Awaitable<HybridHit[]>;
  /** The cosines of every passage of the given memories, in passage order; memories without vectors are left out. */
  passages(query: PassageQuery): Awaitable<Map<string, number[]>>;
  /** Where the terms occur in the given memories. */
  postings(query: PostingQuery): Awaitable<Posting[]>;
  /** Loads what searches of a scope keep in memory, if the engine keeps anything. */
  load(scope: ScopeToLoad): Awaitable<void>;
}

/** A vector as a parameter: bytes of little-endian floats on SQLite; on PostgreSQL pgvector's binary format, for a parameter of type `halfvec`. */
export const encodeVector = (dialect: Dialect, vector: Float32Array): SqlValue =>
  dialect === 'sqlite' ? new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength) : halfvecBytes(vector);

/** The cosine of a `halfvec` column and a vector, on PostgreSQL. Half precision changes lengths slightly, which does not affect the cosine. */
export const cosineOf = (column: string, vector: Float32Array): Sql =>
  sql`(1 - (${raw(column)} <=> ${encodeVector('postgres', vector)}::halfvec))`;

/** Two bytes for the dimensions, two reserved, then big-endian half-precision floats. */
function halfvecBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(4 + vector.length * 2);
  const bits = new Uint32Array(vector.buffer, vector.byteOffset, vector.length);
  bytes.writeUInt16BE(vector.length, 0);
  bytes.writeUInt16BE(0, 2);
  for (let i = 0, at = 4; i < bits.length; i++, at += 2) {
    const half = halfBits(bits[i] as number);
    bytes[at] = half >>> 8;
    bytes[at + 1] = half & 0xff;
  }
  return bytes;
}

/** The nearest half-precision number; ties go to the even one, as pgvector rounds. */
function halfBits(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const exponent = (bits >>> 23) & 0xff;
  if (exponent < 102) return sign; // less than half of the smallest number
  if (exponent > 142) return sign | 0x7c00; // pgvector refuses it
  const isSmall = exponent < 113;
  const digits = isSmall ? (bits & 0x7fffff) | 0x800000 : bits & 0x7fffff;
  const cut = isSmall ? 126 - exponent : 13;
  const kept = (digits >>> cut) + (isSmall ? 0 : (exponent - 112) << 10);
  const rest = digits & ((1 << cut) - 1);
  const middle = 1 << (cut - 1);
  return sign | (kept + (rest > middle || (rest === middle && (kept & 1) === 1) ? 1 : 0));
}

/** A vector as read from a row: bytes on SQLite, pgvector's text on PostgreSQL. */
export function fromVectorColumn(value: unknown): Float32Array {
  if (!(value instanceof Uint8Array)) return Float32Array.from(JSON.parse(value as string) as number[]);
  const { buffer, byteOffset, byteLength } = value.byteOffset % 4 === 0 ? value : value.slice();
  return new Float32Array(buffer, byteOffset, byteLength / 4);
}
