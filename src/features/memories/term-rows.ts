import { termCounts, termTotal } from '../../language/terms.js';
import { insertRows } from '../../storage/insert-rows.js';
import { among, raw, type SqlValue, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { packTerms, unpackTerms } from '../../storage/terms.js';

const TERMS = raw('memory_terms (key_id, user_id, term, memory_id, tf, length)');

export interface Words {
  /** `packTerms` of them and how often each occurs. */
  packed: string;
  /** Terms with repetitions: the length of the memory for BM25. */
  length: number;
}
interface Worded {
  id: string;
  user_id: string;
  words: Words;
}

export function wordsOf(content: string): Words {
  const terms = termCounts(content);
  return { packed: packTerms(terms), length: termTotal(terms) };
}

/** Writes the words of memories whose rows have just been written. SQLite has them in the row. */
export async function insertTerms(tx: TenantTx, memories: readonly Worded[]): Promise<void> {
  if (tx.dialect === 'sqlite') return;
  const values: SqlValue[][] = [];
  for (const { id, user_id, words } of memories)
    unpackTerms(words.packed, (term, tf) => values.push([tx.keyId, user_id, term, id, tf, words.length]));
  await insertRows(tx, TERMS, values);
}

/** Gives a memory other words. */
export async function replaceTerms(tx: TenantTx, memory: Worded): Promise<void> {
  const { id, user_id, words } = memory;
  if (tx.dialect === 'sqlite') {
    await tx.run(sql`update memories set terms = ${words.packed}, terms_length = ${words.length}
      where key_id = ${tx.keyId} and id = ${id}`);
    return;
  }
  await tx.run(sql`update memories set terms_length = ${words.length} where key_id = ${tx.keyId} and id = ${id}`);
  await deleteTerms(tx, user_id, [id]);
  await insertTerms(tx, [memory]);
}

/** On SQLite they go with the row. */
export async function deleteTerms(tx: TenantTx, userId: string, ids: readonly string[]): Promise<void> {
  if (tx.dialect === 'sqlite') return;
  await tx.run(sql`delete from memory_terms where key_id = ${tx.keyId} and user_id = ${userId}
    and ${among(tx.dialect, 'memory_id', ids)}`);
}
