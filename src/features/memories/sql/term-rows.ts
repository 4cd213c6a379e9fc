import { insertRows } from '../../../storage/insert-rows.js';
import { WORD_COLUMNS, type WordsOfMemory, wordColumns, wordRow } from '../../../storage/postgres/word-rows.js';
import { among, raw, type Sql, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { packTerms } from '../../../storage/terms.js';
import { termCounts, termTotal } from '../../../text/terms.js';

const WORDS = raw(`memory_words (${WORD_COLUMNS})`);

export interface Words {
  /** The terms and how often each occurs, packed by `packTerms`. */
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

/** Writes the words and sketches of memories whose rows were just written. SQLite stores them in the row itself. */
export async function insertTerms(tx: TenantTx, memories: readonly WordsOfMemory[], then?: Sql): Promise<void> {
  if (tx.dialect === 'sqlite') return;
  await insertRows(
    tx,
    WORDS,
    memories.map((memory) => wordRow(tx.keyId, memory)),
    then,
  );
}

/** Replaces the words of a memory. */
export async function replaceTerms(tx: TenantTx, memory: Worded): Promise<void> {
  const { id, user_id, words } = memory;
  if (tx.dialect === 'sqlite') {
    await tx.run(sql`update memories set terms = ${words.packed}, terms_length = ${words.length}
      where key_id = ${tx.keyId} and id = ${id}`);
    return;
  }
  await tx.run(sql`update memories set terms_length = ${words.length} where key_id = ${tx.keyId} and id = ${id}`);
  const { terms, marks, times } = wordColumns(tx.keyId, user_id, words.packed);
  await tx.run(sql`update memory_words set length = ${words.length}, terms = ${terms}, marks = ${marks}::bigint[], times = ${times}::smallint[]
    where key_id = ${tx.keyId} and memory_id = ${id}`);
}

/** Returns the number of deleted rows. On SQLite the words are deleted with the memory's own row. */
export async function deleteTerms(tx: TenantTx, ids: readonly string[]): Promise<number> {
  if (tx.dialect === 'sqlite') return 0;
  return tx.run(sql`delete from memory_words where key_id = ${tx.keyId} and ${among(tx.dialect, 'memory_id', ids)}`);
}
