import type { Sketched } from '../../storage/sketches.js';
import { type Dialect, raw, type Sql, type SqlValue } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { insertTerms, type Words } from './term-rows.js';
import { insertVectors, type PackedVectors } from './vectors.js';

export interface Indexed extends Sketched {
  words: Words;
  vectors: PackedVectors | null;
}

/** Columns of `memories` that SQLite keeps beside the text, and what a new row has there. */
export const indexColumns = (dialect: Dialect): Sql => raw(dialect === 'sqlite' ? ', terms, sketch' : '');
export const indexValues = (tx: TenantTx, { words, bands }: Omit<Indexed, 'vectors'>): SqlValue[] =>
  tx.dialect === 'sqlite' ? [words.packed, ...tx.sketches.column(bands)] : [];

/** Everything that a memory whose row has just been written is found by: its vectors, its words, its sketch. */
export async function writeIndexes(tx: TenantTx, memories: readonly Indexed[]): Promise<void> {
  await insertVectors(tx, memories);
  await insertTerms(tx, memories);
  await tx.sketches.add(memories);
}
