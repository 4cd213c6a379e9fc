import { termCounts, termTotal } from '../text/terms.js';
import { insertRows } from './insert-rows.js';
import { WORD_COLUMNS, type WordsOfMemory, wordColumns, wordRow } from './postgres/word-rows.js';
import { among, type Dialect, raw, type Sql, sql } from './sql.js';
import type { TenantTx } from './statement.js';
import { packTerms } from './terms.js';

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

/** SQLite stores the words and the sketch of a memory in its row, PostgreSQL in a row of `memory_words`. */
export const hasWordsInRow = (dialect: Dialect): boolean => dialect === 'sqlite';

/** Writes the words and sketches of memories whose rows were just written. */
export async function insertTerms(tx: TenantTx, memories: readonly WordsOfMemory[], then?: Sql): Promise<void> {
  if (hasWordsInRow(tx.dialect)) return;
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
  if (hasWordsInRow(tx.dialect)) {
    await tx.run(sql`update memories set terms = ${words.packed}, terms_length = ${words.length}
      where key_id = ${tx.keyId} and id = ${id}`);
    return;
  }
  await tx.run(sql`update memories set terms_length = ${words.length} where key_id = ${tx.keyId} and id = ${id}`);
  const { terms, marks, times } = wordColumns(tx.keyId, user_id, words.packed);
  await tx.run(sql`update memory_words set length = ${words.length}, terms = ${terms}, marks = ${marks}::bigint[], times = ${times}::smallint[]
    where key_id = ${tx.keyId} and memory_id = ${id}`);
}

export async function readTerms(tx: TenantTx, ids: readonly string[]): Promise<{ length: number; terms: string }[]> {
  return hasWordsInRow(tx.dialect)
    ? tx.all(sql`select terms_length as length, terms from memories
        where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}`)
    : tx.all(sql`select length, terms from memory_words
        where key_id = ${tx.keyId} and ${among(tx.dialect, 'memory_id', ids)}`);
}

/** Copies the words of memories whose rows were just copied. `originals`: rows of `memory_words t`, with the id of the copy as `value ->> 1`. */
export async function copyTerms(tx: TenantTx, originals: Sql): Promise<void> {
  if (hasWordsInRow(tx.dialect)) return;
  await tx.run(sql`insert into ${WORDS} select t.key_id, t.user_id, value ->> 1, t.length, t.terms, t.marks, t.times, t.bands
    from ${originals}`);
}

/** Returns the number of deleted rows: words in the memory's own row are deleted with it. */
export async function deleteTerms(tx: TenantTx, which: Sql): Promise<number> {
  return hasWordsInRow(tx.dialect) ? 0 : tx.run(sql`delete from memory_words where key_id = ${tx.keyId} and ${which}`);
}
