import { fold } from '../../text/fold.js';
import { STOP_WORDS } from '../../text/stop-words.js';
import { valenceOf } from './lexicon.js';

const WORD = /\p{L}[\p{L}\p{M}'’]*/gu;
const BEYOND_ASCII = /[^\p{ASCII}'’]/u;
/** At least this share of an English text's words are function words or words of feeling; other languages share few of them. */
const MIN_SHARE = 0.3;
/** With fewer words the language is determined by the letters alone. */
const ENOUGH_WORDS = 3;
/** Number of words examined. */
const READ_WORDS = 200;

/** Most pieces of the local models' (English) vocabulary that an English word consists of, on average. */
const MAX_PIECES = 1.4;

/** The same by the tokens that a local model read, including its two special ones: this identifies a few words without any grammar. */
export function isEnglishByTokens(text: string, tokens: number): boolean {
  const words = text.match(WORD)?.length ?? 0;
  return words >= ENOUGH_WORDS && tokens - 2 <= MAX_PIECES * words;
}

/** Whether a text is in the language that the sentiment readers know. A text without words counts as readable. */
export function isReadable(text: string): boolean {
  const words: string[] = [];
  for (const [word] of text.matchAll(WORD)) if (words.push(word) >= READ_WORDS) break;
  if (words.length < ENOUGH_WORDS) return !words.some((word) => BEYOND_ASCII.test(word));
  const known = words.filter((word) => {
    const plain = fold(word).replace(/['’].*/, '');
    return STOP_WORDS.has(plain) || valenceOf(plain) !== null;
  });
  return known.length >= MIN_SHARE * words.length;
}
