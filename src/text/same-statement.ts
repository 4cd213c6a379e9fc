import { isNearDuplicate, NEAR_DUPLICATE, type Signature, signatureOf } from './near-duplicate.js';
import { statedTerms } from './terms.js';

/** Characters of a text in which words are read. */
export const READ = 8_000;

/** Words, and what changes a statement without being a word: "$10", "C++", "C#", "-18", "500 + 20", "signed?". */
const WORDS_AND_SIGNS =
  /[\p{L}\p{N}]+|[\p{Sc}\p{Sm}%?？؟]|(?<=\p{L})#|(?<![\p{L}\p{N}])[-–](?=\p{Sc}?\p{N})|(?<=\S )[-–](?= \p{Sc}?\p{N})/gu;

/** The parts of a text that are compared. */
export interface Statement {
  signature: Signature;
  /** Its words in order, without function words that change nothing. */
  terms: readonly string[];
  signs: string;
  /** What must match exactly: what was not read, or all of it if it has no words. */
  literal: string;
}

export function statementOf(content: string): Statement {
  const read = content.slice(0, READ);
  const terms = statedTerms(read);
  const literal = terms.length ? content.slice(READ) : content;
  return { signature: signatureOf(read), terms, signs: signsIn(read), literal };
}

/** The signs in order, each with its word: the number behind it, or else the word before it, and which one if that occurs again. */
function signsIn(text: string): string {
  const times = new Map<string, number>();
  const signs: string[] = [];
  let [word, waiting] = ['', ''];
  for (const { 0: token, index } of text.matchAll(WORDS_AND_SIGNS)) {
    if (/^[\p{L}\p{N}]/u.test(token)) {
      const lower = token.toLowerCase();
      times.set(lower, (times.get(lower) ?? 0) + 1);
      word = `${lower} ${times.get(lower)}`;
      if (waiting !== '') signs.push(`${waiting}${word}`);
      waiting = '';
    } else if (/^.?\p{N}/u.test(text.slice(index + token.length, index + token.length + 2))) waiting += token;
    else signs.push(`${token}${word}`);
  }
  return signs.join();
}

/**
 * Whether one text repeats what the other says. Being a near duplicate is not enough to be left out: if each has a word that the other lacks, or words
 * swap places, they say different things, and so they do with different signs.
 */
export function isSameStatement(a: Statement, b: Statement, threshold = NEAR_DUPLICATE): boolean {
  if (a.literal !== b.literal || a.signs !== b.signs) return false;
  if (!isNearDuplicate(a.signature, b.signature, threshold)) return false;
  return a.terms.length < b.terms.length ? isPartOf(a.terms, b.terms) : isPartOf(b.terms, a.terms);
}

/** In the same order, possibly with others in between. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const word of whole) if (word === part[at]) at++;
  return at === part.length;
}
