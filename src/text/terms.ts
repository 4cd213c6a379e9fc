import { plainLetters } from './letters.js';
import { stem } from './stem.js';
import { GRAMMAR_WORDS, STOP_WORDS } from './stop-words.js';

/** Distinct terms stored per memory. English prose of 100,000 characters has about 3,000: only word lists are cut. */
export const MAX_TERMS_PER_MEMORY = 4_096;
/** Distinct terms of a question that are searched for: each costs one pass over a postings list. */
export const MAX_QUERY_TERMS = 64;
/** Letters kept per word: longer ones are codes and addresses, which their beginning distinguishes well enough. */
const MAX_TERM_LENGTH = 40;
/** Words whose stem is cached: the same few thousand make up nearly all text. About 2 MB when full. */
const REMEMBERED_WORDS = 20_000;

const ASCII = /^[\0-\x7f]*$/;
/** Letters and digits; "caroline's" is one word, and so is "1,200". */
const ASCII_WORD = /[a-z0-9]+(?:'[a-z]+|,\d{3}(?![a-z0-9]))*/g;
const WORD = /[\p{L}\p{M}\p{N}]+(?:'\p{L}+|,\d{3}(?![\p{L}\p{N}]))*/gu;

/** Word → stem; an empty stem marks a stop word. */
const remembered = new Map<string, string>();

function termOf(found: string): string {
  const known = remembered.get(found);
  if (known !== undefined) return known;
  if (remembered.size >= REMEMBERED_WORDS) remembered.clear();
  const word = bare(found);
  const term = STOP_WORDS.has(word) ? '' : stem(word.slice(0, MAX_TERM_LENGTH));
  if (found.length <= MAX_TERM_LENGTH) remembered.set(found, term);
  return term;
}

/** Contractions that lose a letter of the verb. */
const SHORTENED = new Map([
  ["can't", 'can'],
  ["won't", 'will'],
  ["shan't", 'shall'],
]);

const ENGLISH_ENDING = /(?:n't|'(?:s|m|re|ve|ll|d))$/;
/** Articles, pronouns and prepositions that French, Italian and Catalan shorten before a vowel. */
const ELIDED =
  /^(?:[cdjlmnstv]|qu|jusqu|lorsqu|puisqu|quoiqu|quelqu|un|all|dall|dell|nell|sull|coll|quest|quell|anch|bell)'(?=[^'])/;
/** The ending of a name in Turkish or Polish: "Ankara'nın". In other words the apostrophe joins: "O'Neill". */
const SHORT_ENDING = /^([a-z]{4,})'[a-z]{1,4}$/;

/** "caroline's" → "caroline", "didn't" → "did", "l'anniversaire" → "anniversaire", "o'neill" → "oneill", "1,200" → "1200". */
function bare(found: string): string {
  const word = found.includes(',') ? found.replaceAll(',', '') : found;
  if (!word.includes("'")) return word;
  const known = SHORTENED.get(word);
  if (known !== undefined) return known;
  // "she'd've"
  const rest = word.replace(ENGLISH_ENDING, '').replace(ENGLISH_ENDING, '').replace(ELIDED, '');
  return rest.replace(SHORT_ENDING, '$1').replaceAll("'", '');
}

/** "1.850", "2 400" (also with other spaces), "1'850": a number in groups of three. A phone number has more groups, and begins with 0 or +. */
const GROUPED =
  /(?<![\p{L}\p{N}.,'’+/-]|\p{N}[ \u00a0\u2009\u202f])[1-9]\d{0,2}(?:(?:[.'’\u00a0\u2009\u202f]\d{3}){1,4}| \d{3})(?![\p{L}\p{N}]|[ .'’\u00a0\u2009\u202f/-]\d)/gu;
const NOT_DIGITS = /\D+/g;
const withWholeNumbers = (text: string) => text.replace(GROUPED, (number) => number.replace(NOT_DIGITS, ''));

function counts(text: string, limit: number): Map<string, number> {
  const found = new Map<string, number>();
  read(text, termOf, (term) => {
    const count = found.get(term);
    if (count !== undefined) found.set(term, count + 1);
    else if (term !== '' && found.size < limit) found.set(term, 1);
  });
  return found;
}

/** A verb after its subject: "I'm", "she's". After a noun, 's is a genitive more often. */
const CONTRACTED = /(?<=\p{L})['’](?:m|re|ve|ll|d|(?<=\b(?:he|she|it|that|there|here)['’])s)(?!\p{L})/giu;
const IN_FULL: Readonly<Record<string, string>> = { m: 'is', re: 'is', s: 'is', ve: 'have', ll: 'will', d: 'would' };
/** Forms of one tense: which one it is depends on the subject. */
const ONE_TENSE = new Map([
  ['am', 'is'],
  ['are', 'is'],
  ['were', 'was'],
  ['does', 'do'],
  ['has', 'have'],
]);

/** What a text says, word by word: its terms and the function words that matter, in order. */
export function statedTerms(text: string): string[] {
  const found: string[] = [];
  const full = text.replace(CONTRACTED, (ending) => ` ${IN_FULL[ending.slice(1).toLowerCase()]}`);
  const termIn = (given: string) => {
    const word = bare(given);
    return termOf(given) || (GRAMMAR_WORDS.has(word) ? '' : (ONE_TENSE.get(word) ?? word));
  };
  read(full, termIn, (term) => {
    if (term !== '') found.push(term);
  });
  return found;
}

function read(text: string, termIn: (word: string) => string, take: (term: string) => void): void {
  const whole = withWholeNumbers(text);
  if (ASCII.test(whole)) for (const word of whole.toLowerCase().match(ASCII_WORD) ?? []) take(termIn(word));
  else for (const word of plainLetters(whole).match(WORD) ?? []) takeMixed(word, termIn, take);
}

/** Text in scripts without spaces gives every pair of neighbouring characters; the rest of a word is taken whole. */
function takeMixed(word: string, termIn: (word: string) => string, take: (term: string) => void): void {
  let spaced = 0; // where the letters of a spaced script began
  let before = ''; // the preceding unspaced character
  let paired = false;
  for (let at = 0; at < word.length; ) {
    const code = word.codePointAt(at) as number;
    const size = code > 0xffff ? 2 : 1;
    if (isUnspaced(code)) {
      if (spaced < at) take(termIn(word.slice(spaced, at)));
      const character = word.slice(at, at + size);
      if (before !== '') take(before + character);
      paired = before !== '';
      before = character;
      spaced = at + size;
    } else if (before !== '') {
      if (!paired) take(before);
      before = '';
    }
    at += size;
  }
  if (before !== '' && !paired) take(before);
  if (spaced < word.length) take(termIn(word.slice(spaced)));
}

/** The terms by which a memory is found: its stemmed words and how often each occurs. */
export const termCounts = (text: string): Map<string, number> => counts(text, MAX_TERMS_PER_MEMORY);

/** The terms that a question searches for. */
export const queryTerms = (text: string): Map<string, number> => counts(text, MAX_QUERY_TERMS);

/** A memory's length for BM25: its terms with repetitions. */
export function termTotal(terms: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of terms.values()) total += count;
  return total;
}

/** Code points, first and last, of scripts written without spaces, and of Hangul, whose particles attach to the noun. */
const RANGES: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff], // Thai, Lao
  [0x1000, 0x109f], // Myanmar
  [0x1100, 0x11ff], // Hangul letters
  [0x1780, 0x17ff], // Khmer
  [0x3005, 0x3007], // 々〆〇
  [0x3040, 0x30ff], // kana
  [0x31f0, 0x31ff], // small kana
  [0x3400, 0x4dbf], // Han
  [0x4e00, 0x9fff], // Han
  [0xac00, 0xd7ff], // Hangul syllables
  [0xf900, 0xfaff], // Han
  [0x20000, 0x323af], // Han
];

function isUnspaced(code: number): boolean {
  if (code < 0x0e00) return false;
  for (const [first, last] of RANGES) if (code >= first && code <= last) return true;
  return false;
}
