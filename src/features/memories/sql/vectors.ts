import { insertRows } from '../../../storage/insert-rows.js';
import { lookUp, raw, type Sql, type SqlValue, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { encodeVector } from '../../../storage/vectors.js';

/** A memory's vectors as they are sent to the database: one array, `dimensions` numbers per passage. */
export interface PackedVectors {
  model: string;
  dimensions: number;
  numbers: Float32Array;
}

export function packVectors(model: string, vectors: readonly Float32Array[]): PackedVectors {
  const [first] = vectors;
  const dimensions = first?.length ?? 0;
  // Used as is if it has its buffer to itself: a view would take its neighbours' bytes along.
  if (first && vectors.length === 1 && first.byteLength === first.buffer.byteLength)
    return { model, dimensions, numbers: first };
  const numbers = new Float32Array(dimensions * vectors.length);
  for (const [i, vector] of vectors.entries()) numbers.set(vector, i * dimensions);
  return { model, dimensions, numbers };
}

/** The vectors of the passages, without copying. */
export const passagesOf = ({ dimensions, numbers }: PackedVectors): Float32Array[] =>
  Array.from({ length: dimensions > 0 ? numbers.length / dimensions : 0 }, (_, at) =>
    numbers.subarray(at * dimensions, (at + 1) * dimensions),
  );

const VECTORS = raw('memory_vectors (key_id, user_id, model, memory_id, passage, vector)');

/** Passages from this number on come from another memory; no text has this many of its own. */
export const FIRST_TAKEN_PASSAGE = 10_000;

/** Joins `v`, the vector of a memory's first passage, to `memories m`. */
export function joinFirstVector(tx: TenantTx, kind: 'inner' | 'left', model: string): Sql {
  const ofMemory = sql`v.key_id = ${tx.keyId} and v.user_id = m.user_id and v.memory_id = m.id
    and v.model = ${model} and v.passage = 0`;
  return lookUp(tx.dialect, kind, 'memory_vectors', 'v', ofMemory);
}

/** Writes the vectors of memories that do not have any of their model yet. */
export async function insertVectors(
  tx: TenantTx,
  memories: readonly { id: string; user_id: string; vectors: PackedVectors | null; firstPassage?: number }[],
  then?: Sql,
): Promise<void> {
  const values: SqlValue[][] = [];
  for (const { id, user_id, vectors, firstPassage = 0 } of memories) {
    if (!vectors) continue;
    for (let passage = 0; passage * vectors.dimensions < vectors.numbers.length; passage++) {
      const start = passage * vectors.dimensions;
      const vector = vectors.numbers.subarray(start, start + vectors.dimensions);
      const number = firstPassage + passage;
      values.push([tx.keyId, user_id, vectors.model, id, number, encodeVector(tx.dialect, vector)]);
    }
  }
  await insertRows(tx, VECTORS, values, then);
}

/** Replaces the vectors that the model made earlier for a memory's own text; what it took from other memories stays. */
export async function replaceVectors(
  tx: TenantTx,
  memory: { id: string; user_id: string; vectors: PackedVectors },
): Promise<void> {
  await tx.run(sql`delete from memory_vectors where key_id = ${tx.keyId} and user_id = ${memory.user_id}
    and memory_id = ${memory.id} and model = ${memory.vectors.model} and passage < ${FIRST_TAKEN_PASSAGE}`);
  await insertVectors(tx, [memory]);
}
