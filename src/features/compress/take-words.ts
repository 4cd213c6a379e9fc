import { MAX_TERMS_PER_MEMORY } from '../../language/terms.js';
import { among, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { unpackTerms } from '../../storage/terms.js';
import { deleteTerms, insertTerms, type Words } from '../memories/term-rows.js';

/** Words count as often as in the source that has most of them, and the memory as long as its longest part: it is many short texts, not a long one. */
export async function takeWords(
  tx: TenantTx,
  into: { id: string; user_id: string },
  own: Words,
  sources: readonly string[],
): Promise<void> {
  const terms = new Map(own.terms);
  let length = 0;
  for (const words of (await readWords(tx, into.user_id, [into.id, ...sources])).values()) {
    length = Math.max(length, words.length);
    for (const [term, tf] of words.terms) {
      if (terms.has(term) || terms.size < MAX_TERMS_PER_MEMORY) terms.set(term, Math.max(tf, terms.get(term) ?? 0));
    }
  }
  await deleteTerms(tx, into.user_id, [into.id]);
  await insertTerms(tx, [{ id: into.id, user_id: into.user_id, words: { terms, length } }]);
  await tx.run(sql`update memories set terms_length = ${length} where key_id = ${tx.keyId} and id = ${into.id}`);
}

async function readWords(tx: TenantTx, userId: string, wanted: readonly string[]): Promise<Map<string, Words>> {
  const found = new Map<string, Words>();
  const of = (id: string, length: number) => {
    const words = found.get(id) ?? { terms: new Map<string, number>(), length };
    found.set(id, words);
    return words.terms;
  };
  const where = sql`where key_id = ${tx.keyId} and user_id = ${userId} and ${among(tx.dialect, 'memory_id', wanted)}`;
  if (tx.dialect === 'sqlite') {
    type Packed = { memory_id: string; length: number; terms: string };
    for (const row of await tx.all<Packed>(sql`select memory_id, length, terms from memory_terms ${where}`)) {
      const terms = of(row.memory_id, row.length);
      unpackTerms(row.terms, (term, tf) => terms.set(term, tf));
    }
  } else {
    type Posting = { memory_id: string; length: number; term: string; tf: number };
    for (const row of await tx.all<Posting>(sql`select memory_id, length, term, tf from memory_terms ${where}`)) {
      of(row.memory_id, row.length).set(row.term, row.tf);
    }
  }
  return found;
}
