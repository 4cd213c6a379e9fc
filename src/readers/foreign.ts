import { rankOf } from './english.js';
import { isFunctionWordOfOther } from './other-languages.js';

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}']*/gu;
/** Characters of a word that are read: ordering a long run of accents takes quadratic time. */
const LONGEST_WORD = 64;
const DIGIT = /\p{N}/u;
const ACCENT = /\p{M}+/gu;
const ASCII = /^[\0-\x7f]*$/;
/** "l'école", "qu'il". */
const ELISION = /^(?:j|l|d|n|s|m|c|qu|dell|all)'\p{L}{2}/u;
/** Words that say nothing about the language: German, Portuguese or Italian sentences have them as well. */
const SHARED = new Set('die in am an so war hat man was no me as do on come'.split(' '));

/** A run of so many English words is English; shorter ones occur by chance. Every word of another language takes some of it away. */
const ENGLISH_RUN = 4;
const TAKEN = 2;
/** What a word counts whose accents hide an English one: the models read it without them, and so does "écho". */
const ACCENTED = 0.5;
/** Words that no English text has, and words that the models do not know: so many are more than a few names. */
const SIGNS = 2;
const UNKNOWN = 10;

/**
 * Whether a passage is in another language than English, whichever it is, and no part of it is in English: what is written around an English
 * sentence does not hide it. English is what the bundled models can read: their vocabulary has its words as a whole.
 */
export function isForeign(passage: string): boolean {
  let [run, known, unknown, signs] = [0, 0, 0, 0];
  for (const [found] of passage.toLowerCase().replaceAll('’', "'").matchAll(WORD)) {
    const isPlain = ASCII.test(found);
    const word = isPlain ? found : found.slice(0, LONGEST_WORD).normalize('NFC');
    if (word.length === 1 || DIGIT.test(word) || SHARED.has(word)) continue;
    const isListed = isFunctionWordOfOther(word) || ELISION.test(word);
    if (!isPlain)
      signs += 1 + (word.length >> 3); // a sentence of a script without spaces is one word
    else if (isListed) signs++;
    if (!isListed && isKnown(word)) {
      known += isPlain ? 1 : ACCENTED;
      run += isPlain ? 1 : ACCENTED;
    } else {
      unknown++;
      run = Math.max(0, run - TAKEN);
    }
    if (run >= ENGLISH_RUN) return false;
  }
  return unknown >= known && (signs >= SIGNS || unknown >= UNKNOWN);
}

/** Whether the models have it as a word, without its accents and what follows an apostrophe. */
function isKnown(word: string): boolean {
  const [stem = ''] = word.split("'", 1);
  return rankOf(ASCII.test(stem) ? stem : stem.normalize('NFD').replace(ACCENT, '')) !== undefined;
}
