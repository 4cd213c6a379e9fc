import type { Sketched } from '../../../storage/sketches.js';
import type { TenantTx } from '../../../storage/statement.js';
import { insertTerms, type Words } from '../../../storage/words.js';
import { insertVectors, type PackedVectors } from './vectors.js';

interface Indexed extends Sketched {
  words: Words;
  vectors: PackedVectors | null;
}

/** Writes everything that a memory whose row was just written is found by: its vectors, its words, its sketch. */
export async function writeIndexes(tx: TenantTx, memories: readonly Indexed[]): Promise<void> {
  await insertVectors(tx, memories);
  await insertTerms(tx, memories);
  await tx.sketches.add(memories);
}
