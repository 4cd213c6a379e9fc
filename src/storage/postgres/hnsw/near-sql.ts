import { raw, type Sql, sql } from '../../sql.js';
import { cosineOf, encodeVector, type VectorQuery } from '../../vectors.js';
import { sizeOf } from './index-definition.js';

type Asked = Pick<VectorQuery, 'userId' | 'model' | 'vector'>;

/**
 * The memories of the passages nearest to a vector. Written so that the planner finds the scope's index; without it, the statement reads the whole
 * scope and returns the same, exactly.
 */
export function nearest(keyId: string, { userId, model, vector }: Asked, depth: number): Sql {
  const size = raw(sizeOf(vector.length));
  return sql`select distinct memory_id from (select memory_id from memory_vectors
    where key_id = ${keyId} and user_id = ${userId} and model = ${model} and vector_dims(vector) = ${size}
    order by (vector::halfvec(${size})) <#> ${encodeVector('postgres', vector)}::halfvec(${size}) limit ${depth}) passages`;
}

/** The exact cosine of the best passage of each memory of a relation with `memory_id`; read by id, never by a scan. */
export function scored(keyId: string, { userId, model, vector }: Asked, from: string): Sql {
  return sql`select f.*, b.cosine from ${raw(from)} f cross join lateral (
    select max(${cosineOf('v.vector', vector)}) as cosine from memory_vectors v
    where v.key_id = ${keyId} and v.user_id = ${userId} and v.memory_id = f.memory_id and v.model = ${model}) b`;
}

/** The ids of the user's memories that pass the filters. */
export const allowed = (keyId: string, { userId, where }: Pick<VectorQuery, 'userId' | 'where'>): Sql =>
  sql`select m.id as memory_id from memories m where m.key_id = ${keyId} and m.user_id = ${userId} and ${where}`;

/** The same cosines, for as many memories at once as the planner chooses to read. */
export const scoredTogether = (keyId: string, { userId, model, vector }: Asked, from: string): Sql =>
  sql`select v.memory_id, max(${cosineOf('v.vector', vector)}) as cosine
    from ${raw(from)} f join memory_vectors v on v.memory_id = f.memory_id
    where v.key_id = ${keyId} and v.user_id = ${userId} and v.model = ${model} group by v.memory_id`;
