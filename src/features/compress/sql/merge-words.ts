import { among, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { packTerms, unpackTerms } from '../../../storage/terms.js';
import { MAX_TERMS_PER_MEMORY } from '../../../text/terms.js';
import { replaceTerms, type Words } from '../../memories/sql/term-rows.js';

interface Counted {
  terms: Map<string, number>;
  length: number;
}

/**
 * A word counts as often as in the source that has it most often, and the memory is as long as its longest part:
 * it is many short texts, not one long one.
 */
export async function mergeWords(
  tx: TenantTx,
  into: { id: string; user_id: string },
  own: Words,
  sources: readonly string[],
): Promise<void> {
  const terms = new Map<string, number>();
  unpackTerms(own.packed, (term, tf) => terms.set(term, tf));
  let length = 0;
  for (const words of (await readWords(tx, [into.id, ...sources])).values()) {
    length = Math.max(length, words.length);
    for (const [term, tf] of words.terms) {
      if (terms.has(term) || terms.size < MAX_TERMS_PER_MEMORY) terms.set(term, Math.max(tf, terms.get(term) ?? 0));
    }
  }
  await replaceTerms(tx, { ...into, words: { packed: packTerms(terms), length } });
}

async function readWords(tx: TenantTx, wanted: readonly string[]): Promise<Map<string, Counted>> {
  const found = new Map<string, Counted>();
  const packed = await tx.all<{ id: string; length: number; terms: string }>(
    tx.dialect === 'sqlite'
      ? sql`select id, terms_length as length, terms from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', wanted)}`
      : sql`select memory_id as id, length, terms from memory_words where key_id = ${tx.keyId} and ${among(tx.dialect, 'memory_id', wanted)}`,
  );
  for (const { id, length, terms } of packed) {
    const words: Counted = { terms: new Map(), length };
    unpackTerms(terms, (term, tf) => words.terms.set(term, tf));
    found.set(id, words);
  }
  return found;
}
