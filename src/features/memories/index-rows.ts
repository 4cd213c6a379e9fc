import type { TenantTx } from '../../storage/statement.js';
import { insertSketches, type Sketched } from './sketch-rows.js';
import { insertTerms, type Words } from './term-rows.js';
import { insertVectors, type PackedVectors } from './vectors.js';

export interface Indexed extends Sketched {
  words: Words;
  vectors: PackedVectors | null;
}

/** Everything a new memory is found by: its vectors, its words, its sketch. */
export async function writeIndexes(tx: TenantTx, memories: readonly Indexed[]): Promise<void> {
  await insertVectors(tx, memories);
  await insertTerms(tx, memories);
  await insertSketches(tx, memories);
}
