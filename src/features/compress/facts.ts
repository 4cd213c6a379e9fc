import { fold } from '../../text/fold.js';
import { STOP_WORDS } from '../../text/stop-words.js';

const NUMBER = /\p{N}[\p{N}.,:/-]*/gu;
/** Begins with a capital, or contains one ("iPhone"); scripts without capitals have no names that can be recognized by shape. */
const NAME = /(?<![\p{L}\p{N}])\p{L}*\p{Lu}[\p{L}\p{M}\p{N}'’-]*/gu;
const WORD = /(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}\p{N}'’-]*/gu;

const plainOf = (name: string) => fold(name).replace(/'s?$/, '');

/** Words that a text has in lower case: capitalised at the beginning of a sentence, they are not names. */
export const commonWords = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => Array.from(text.matchAll(WORD), ([word]) => plainOf(word))));

/**
 * What a sentence must not lose when it is shortened: its numbers, dates and names. Every capitalised word that is not a function word counts as a
 * name, even at the beginning unless it is known as a common word: better one sentence too many than one fact too few.
 */
export function factsOf(sentence: string, common: ReadonlySet<string> = new Set()): Set<string> {
  const facts = new Set<string>();
  for (const [number] of sentence.matchAll(NUMBER)) facts.add(number.replace(/(?<![.,:/-])[.,:/-]+$/, ''));
  for (const { 0: name, index } of sentence.matchAll(NAME)) {
    const plain = plainOf(name);
    if (plain.length <= 1 || STOP_WORDS.has(plain) || STOP_WORDS.has(plain.replace(/'.*/, ''))) continue;
    if (!(common.has(plain) && isFirst(sentence, index))) facts.add(plain);
  }
  return facts;
}

const isFirst = (sentence: string, index: number) => !/[\p{L}\p{N}]/u.test(sentence.slice(0, index));
