import { hash } from 'node:crypto';
import pg from 'pg';

/** What one index covers: the vectors of one user of one key, made by one model. */
export interface IndexedScope {
  keyId: string;
  userId: string;
  model: string;
  dimensions: number;
}

/** Distinguishes our indexes from all others on the table. */
export const NAME_PREFIX = 'memory_vectors_hnsw_';
/** pgvector's limit for an index over half-precision numbers. */
export const MAX_DIMENSIONS = 4_000;
/** pgvector's own defaults for the graph, spelled out because the figures in docs/scaling.md depend on them. */
const LINKS = 16;
const CANDIDATES_IN_BUILD = 64;

/** A name of fixed length, whatever the scope is called. 128 bits: no two scopes share one. */
export function indexName({ keyId, userId, model, dimensions }: IndexedScope): string {
  const digest = hash('sha256', JSON.stringify([keyId, userId, model, dimensions]));
  return NAME_PREFIX + digest.slice(0, 32);
}

/** The number as SQL text: the size of a type cannot be a parameter. */
export function sizeOf(dimensions: number): string {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS)
    throw new Error(`No index over ${dimensions} dimensions`);
  return String(dimensions);
}

/**
 * Holds the vectors of this scope only: filtering by tenant costs no recall, and no other tenant's vectors are traversed. The last condition keeps
 * the index from rejecting a vector of another length.
 */
export function createIndex(scope: IndexedScope): string {
  const size = sizeOf(scope.dimensions);
  const text = (value: string) => pg.escapeLiteral(value);
  return `create index concurrently ${pg.escapeIdentifier(indexName(scope))} on memory_vectors
    using hnsw ((vector::halfvec(${size})) halfvec_ip_ops) with (m = ${LINKS}, ef_construction = ${CANDIDATES_IN_BUILD})
    where key_id = ${text(scope.keyId)} and user_id = ${text(scope.userId)} and model = ${text(scope.model)}
      and vector_dims(vector) = ${size}`;
}

/** The scope that an index covers, stored as its comment. */
export const describeIndex = (scope: IndexedScope): string =>
  `comment on index ${pg.escapeIdentifier(indexName(scope))} is ${pg.escapeLiteral(JSON.stringify(scope))}`;

/** The scope that an index describes itself as covering; null if it does not, as after a crash before it was described. */
export function describedScope(name: string, comment: string | null): IndexedScope | null {
  try {
    const scope = JSON.parse(comment ?? 'null') as IndexedScope | null;
    return scope && indexName(scope) === name ? scope : null;
  } catch {
    return null;
  }
}
