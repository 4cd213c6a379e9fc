import { termCounts, termTotal } from '../../language/terms.js';
import { among, rows, type SqlValue, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { packTerms } from '../../storage/terms.js';

/** Rows per insert: keeps the number of parameters far below PostgreSQL's limit. */
const CHUNK = 2_000;

export interface Words {
  terms: Map<string, number>;
  /** Terms with repetitions: the length of the memory for BM25. */
  length: number;
}

export function wordsOf(content: string): Words {
  const terms = termCounts(content);
  return { terms, length: termTotal(terms) };
}

/** Writes the words of memories that have none written yet. */
export async function insertTerms(
  tx: TenantTx,
  memories: readonly { id: string; user_id: string; words: Words }[],
): Promise<void> {
  if (memories.length === 0) return;
  if (tx.dialect === 'sqlite') {
    const values = memories.map(({ id, user_id, words }) => [
      tx.keyId,
      user_id,
      id,
      words.length,
      packTerms(words.terms),
    ]);
    await tx.run(sql`insert into memory_terms (key_id, user_id, memory_id, length, terms) values ${rows(values)}`);
    return;
  }
  const values = memories.flatMap(({ id, user_id, words }): SqlValue[][] =>
    [...words.terms].map(([term, tf]) => [tx.keyId, user_id, term, id, tf, words.length]),
  );
  for (let i = 0; i < values.length; i += CHUNK) {
    await tx.run(sql`insert into memory_terms (key_id, user_id, term, memory_id, tf, length)
      values ${rows(values.slice(i, i + CHUNK))}`);
  }
}

export async function deleteTerms(tx: TenantTx, userId: string, ids: readonly string[]): Promise<void> {
  await tx.run(sql`delete from memory_terms where key_id = ${tx.keyId} and user_id = ${userId}
    and ${among(tx.dialect, 'memory_id', ids)}`);
}
