import { fold } from '../../language/fold.js';
import { STOP_WORDS } from '../../language/stop-words.js';

const NUMBER = /\p{N}[\p{N}.,:/-]*/gu;
/** Begins with a capital, or holds one ("iPhone"); scripts without capitals have no names by shape. */
const NAME = /(?<![\p{L}\p{N}])\p{L}*\p{Lu}[\p{L}\p{M}\p{N}'’-]*/gu;

/**
 * What a text must not lose when it is shortened: its numbers, dates and names. Every capitalised word that is no word of grammar counts
 * as a name, also at the beginning of a sentence: rather one sentence too many than one fact too few.
 */
export function factsOf(text: string): Set<string> {
  const facts = new Set<string>();
  for (const [number] of text.matchAll(NUMBER)) facts.add(number.replace(/(?<![.,:/-])[.,:/-]+$/, ''));
  for (const [name] of text.matchAll(NAME)) {
    const plain = fold(name).replace(/'s?$/, '');
    if (plain.length > 1 && !STOP_WORDS.has(plain) && !STOP_WORDS.has(plain.replace(/'.*$/, ''))) facts.add(plain);
  }
  return facts;
}
