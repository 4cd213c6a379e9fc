import { fold } from './fold.js';
import { stem } from './stem.js';
import { STOP_WORDS } from './stop-words.js';

/** Distinct terms kept of one memory. Running English of 100,000 characters has about 3,000: only word lists are cut. */
export const MAX_TERMS_PER_MEMORY = 4_096;
/** Distinct terms of a question that are looked up: each costs one walk through a list of postings. */
export const MAX_QUERY_TERMS = 64;
/** Letters kept of one word: longer ones are codes and addresses, told apart by their beginning well enough. */
const MAX_TERM_LENGTH = 40;
/** Stems are remembered, because the same few thousand words make up nearly all text. About 2 MB when full. */
const REMEMBERED_STEMS = 20_000;

const ACCENT = /[\u0300-\u036f]+/g;
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+(?:'[a-z]+)*/g;
const WORD = /[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu;
/** Scripts written without spaces, and Hangul, whose particles cling to the noun. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u;
const RUNS = new RegExp(`${UNSPACED.source}+|[^]+?(?=${UNSPACED.source}|$)`, 'gu');
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

const stems = new Map<string, string>();

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= REMEMBERED_STEMS) stems.clear();
  const made = stem(word);
  stems.set(word, made);
  return made;
}

/** "caroline's" → "caroline", "didn't" → "did", "i'm" → "i". */
function withoutClitic(word: string): string {
  const at = word.indexOf("'");
  if (at < 0) return word;
  return word.endsWith("n't") ? word.slice(0, -3) : word.slice(0, at);
}

/** Lower case, accents folded; syllables that folding took apart are whole again. */
const plain = (text: string) =>
  ASCII.test(text) ? text.toLowerCase() : fold(text).replace(ACCENT, '').normalize('NFC');

/** Calls `take` with every term of the text in order, until it answers false. */
function eachTerm(text: string, take: (term: string) => boolean): void {
  const folded = plain(text).replace(THOUSANDS, '');
  const ascii = ASCII.test(folded);
  for (const [found] of folded.matchAll(ascii ? ASCII_WORD : WORD)) {
    if (ascii || !UNSPACED.test(found)) {
      if (!takeWord(found, take)) return;
    } else if (!takeMixed(found, take)) return;
  }
}

function takeWord(found: string, take: (term: string) => boolean): boolean {
  const word = withoutClitic(found);
  if (word === '' || STOP_WORDS.has(word)) return true;
  return take(stemOf(word.slice(0, MAX_TERM_LENGTH)));
}

/** A word that holds unspaced script: every pair of neighbouring characters there, whole words elsewhere. */
function takeMixed(found: string, take: (term: string) => boolean): boolean {
  for (const [run] of found.matchAll(RUNS)) {
    if (!UNSPACED.test(run)) {
      if (!takeWord(run, take)) return false;
      continue;
    }
    const characters = [...run];
    if (characters.length === 1 && !take(run)) return false;
    for (let i = 1; i < characters.length; i++) {
      if (!take(`${characters[i - 1]}${characters[i]}`)) return false;
    }
  }
  return true;
}

function counts(text: string, limit: number): Map<string, number> {
  const found = new Map<string, number>();
  eachTerm(text, (term) => {
    const count = found.get(term);
    if (count !== undefined || found.size < limit) found.set(term, (count ?? 0) + 1);
    return true;
  });
  return found;
}

/** What a memory is found by: its stemmed words and how often each occurs. */
export const termCounts = (text: string): Map<string, number> => counts(text, MAX_TERMS_PER_MEMORY);

/** What a question looks for. */
export const queryTerms = (text: string): Map<string, number> => counts(text, MAX_QUERY_TERMS);

/** A memory's length for BM25: its terms with repetitions. */
export function termTotal(terms: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of terms.values()) total += count;
  return total;
}
