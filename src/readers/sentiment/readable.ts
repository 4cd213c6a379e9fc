import { fold } from '../../text/fold.js';
import { STOP_WORDS } from '../../text/stop-words.js';
import { valenceOf } from './lexicon.js';

const WORD = /\p{L}[\p{L}\p{M}'’]*/gu;
const BEYOND_ASCII = /[^\p{ASCII}'’]/u;
/** Of the words of an English text, at least so many are words of grammar or of feeling; other languages share few of them. */
const LEAST_SHARE = 0.3;
/** Fewer words tell a language by their letters alone. */
const ENOUGH_WORDS = 3;
/** Words looked at. */
const READ_WORDS = 200;

/** Pieces of the local models' vocabulary, which is English, that an English word is made of at most, on average. */
const MOST_PIECES = 1.4;

/** The same by the tokens that a local model read, its two marks among them: a few words without any grammar are told so. */
export function isEnglishByTokens(text: string, tokens: number): boolean {
  const words = text.match(WORD)?.length ?? 0;
  return words >= ENOUGH_WORDS && tokens - 2 <= MOST_PIECES * words;
}

/** Whether the words of a text are of the language that the readers of feelings know. A text without words is. */
export function isReadable(text: string): boolean {
  const words: string[] = [];
  for (const [word] of text.matchAll(WORD)) if (words.push(word) >= READ_WORDS) break;
  if (words.length < ENOUGH_WORDS) return !words.some((word) => BEYOND_ASCII.test(word));
  const known = words.filter((word) => {
    const plain = fold(word).replace(/['’].*$/, '');
    return STOP_WORDS.has(plain) || valenceOf(plain) !== null;
  });
  return known.length >= LEAST_SHARE * words.length;
}
