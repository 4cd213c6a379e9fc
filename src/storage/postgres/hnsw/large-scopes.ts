import type pg from 'pg';
import { isDistributed } from '../cluster.js';
import type { IndexedScope } from './index-definition.js';

export interface FoundScope extends IndexedScope {
  /** Approximate number of vectors. */
  vectors: number;
}

/**
 * Pages of 8 kB that a sample reads: 80 MB, whatever the size of the table. A table with no more pages is read completely.
 */
const SAMPLED_PAGES = 10_000;
/** A sample may miss half of a scope; scopes that appear at least this large are counted. */
const SUSPECTED_FROM = 0.5;

/** Scopes that may have that many vectors, judging by a sample of the table; largest first. */
export async function largeScopes(client: pg.ClientBase, model: string, from: number): Promise<FoundScope[]> {
  const { rows: cluster } = await client.query("select to_regproc('citus_relation_size') is not null as is");
  const sizeOf = cluster[0].is && (await isDistributed(client)) ? 'citus_relation_size' : 'pg_relation_size';
  const { rows: sizes } = await client.query<{ pages: number }>(
    `select (${sizeOf}('memory_vectors') / current_setting('block_size')::int)::int as pages`,
  );
  const share = Math.min(1, SAMPLED_PAGES / Math.max(1, sizes[0]?.pages ?? 0));
  const found = await client.query<FoundScope>(
    `select key_id as "keyId", user_id as "userId", model, (count(*) / $2::float8)::int as vectors
    from memory_vectors tablesample system (100 * $2::float8) where model = $1
    group by key_id, user_id, model having count(*) / $2::float8 >= $3 order by count(*) desc`,
    [model, share, from * SUSPECTED_FROM],
  );
  const scopes: FoundScope[] = [];
  for (const scope of found.rows) {
    // Not part of the sampling statement: reading every vector's length would read every vector.
    const one = await client.query<{ dimensions: number }>(
      `select vector_dims(vector) as dimensions from memory_vectors where key_id = $1 and user_id = $2 and model = $3
      order by memory_id desc limit 1`,
      [scope.keyId, scope.userId, scope.model],
    );
    if (one.rows[0]) scopes.push({ ...scope, dimensions: one.rows[0].dimensions });
  }
  return scopes;
}

/** Counts the memories of the scope in an index, and no further than requested. */
export async function countUpTo(
  client: pg.ClientBase,
  { keyId, userId }: IndexedScope,
  limit: number,
): Promise<number> {
  const { rows } = await client.query<{ size: number }>(
    'select count(*)::int as size from (select 1 from memories where key_id = $1 and user_id = $2 limit $3) c',
    [keyId, userId, limit],
  );
  return rows[0]?.size ?? 0;
}
