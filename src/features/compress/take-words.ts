import { MAX_TERMS_PER_MEMORY } from '../../language/terms.js';
import { among, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { packTerms, unpackTerms } from '../../storage/terms.js';
import { replaceTerms, type Words } from '../memories/term-rows.js';

interface Counted {
  terms: Map<string, number>;
  length: number;
}

/** Words count as often as in the source that has most of them, and the memory as long as its longest part: it is many short texts, not a long one. */
export async function takeWords(
  tx: TenantTx,
  into: { id: string; user_id: string },
  own: Words,
  sources: readonly string[],
): Promise<void> {
  const terms = new Map<string, number>();
  unpackTerms(own.packed, (term, tf) => terms.set(term, tf));
  let length = 0;
  for (const words of (await readWords(tx, into.user_id, [into.id, ...sources])).values()) {
    length = Math.max(length, words.length);
    for (const [term, tf] of words.terms) {
      if (terms.has(term) || terms.size < MAX_TERMS_PER_MEMORY) terms.set(term, Math.max(tf, terms.get(term) ?? 0));
    }
  }
  await replaceTerms(tx, { ...into, words: { packed: packTerms(terms), length } });
}

async function readWords(tx: TenantTx, userId: string, wanted: readonly string[]): Promise<Map<string, Counted>> {
  const found = new Map<string, Counted>();
  const of = (id: string, length: number) => {
    const words = found.get(id) ?? { terms: new Map<string, number>(), length };
    found.set(id, words);
    return words.terms;
  };
  if (tx.dialect === 'sqlite') {
    type Packed = { id: string; terms_length: number; terms: string };
    const rows = await tx.all<Packed>(sql`select id, terms_length, terms from memories
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', wanted)}`);
    for (const row of rows) {
      const terms = of(row.id, row.terms_length);
      unpackTerms(row.terms, (term, tf) => terms.set(term, tf));
    }
  } else {
    type Posting = { memory_id: string; length: number; term: string; tf: number };
    const rows = await tx.all<Posting>(sql`select memory_id, length, term, tf from memory_terms
      where key_id = ${tx.keyId} and user_id = ${userId} and ${among(tx.dialect, 'memory_id', wanted)}`);
    for (const row of rows) of(row.memory_id, row.length).set(row.term, row.tf);
  }
  return found;
}
