import { isChatter } from '../../readers/summary/salience.js';
import { termCounts } from '../../text/terms.js';

const DENIAL =
  /(?<![\p{L}\p{N}])(?:not|never|no longer|cannot|\p{L}+n['’]t|nicht|nie|kein\p{L}*|pas|jamais|nunca|não|ya no)(?![\p{L}\p{N}])/giu;
/** Characters around such a word that are searched for what it denies. */
const NEAR = 60;
/** Such words that are read per sentence. */
const MAX_DENIALS = 4;

/** The terms that a sentence denies: "does not work". Most languages deny what follows. */
function deniedIn(sentence: string): Set<string> {
  const denied = new Set<string>();
  let left = MAX_DENIALS;
  for (const { 0: word, index } of sentence.matchAll(DENIAL)) {
    if (left-- === 0) break;
    const end = index + word.length;
    const [next = termsOf(sentence.slice(Math.max(0, index - NEAR), index)).at(-1)] = termsOf(
      sentence.slice(end, end + NEAR),
    );
    if (next !== undefined && !isChatter(next)) denied.add(next);
  }
  return denied;
}
const termsOf = (text: string) => [...termCounts(text).keys()];

/**
 * Follows what sentences deny, in the order of time. "It works" and "it does not work" have the same terms and say the opposite; which of them was said
 * last must not be lost.
 */
export class Denials {
  readonly #states = new Map<string, { denied: boolean; changes: number }>();

  /** For each term of the sentence that was denied in it or before it: whether it is, and how often that has changed. */
  of(sentence: string, terms: readonly string[]): string[] {
    const denied = deniedIn(sentence);
    return terms.flatMap((term) => {
      const isDenied = denied.has(term);
      const before = this.#states.get(term);
      if (!before && !isDenied) return [];
      const changes = before ? before.changes + Number(before.denied !== isDenied) : 1;
      this.#states.set(term, { denied: isDenied, changes });
      return [`${isDenied ? 'not ' : ''}${term} ${changes}`];
    });
  }
}
