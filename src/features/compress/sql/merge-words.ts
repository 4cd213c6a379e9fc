import type { TenantTx } from '../../../storage/statement.js';
import { packTerms, unpackTerms } from '../../../storage/terms.js';
import { readTerms, replaceTerms, type Words } from '../../../storage/words.js';
import { MAX_TERMS_PER_MEMORY } from '../../../text/terms.js';

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
  for (const words of await readTerms(tx, [into.id, ...sources])) {
    length = Math.max(length, words.length);
    unpackTerms(words.terms, (term, tf) => {
      if (terms.has(term) || terms.size < MAX_TERMS_PER_MEMORY) terms.set(term, Math.max(tf, terms.get(term) ?? 0));
    });
  }
  await replaceTerms(tx, { ...into, words: { packed: packTerms(terms), length } });
}
