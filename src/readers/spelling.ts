import { stem } from '../text/stem.js';
import { englishWeight, isKnown, rankOf } from './english.js';
import { isOtherLanguage } from './other-languages.js';

/** Characters of a question in which misspelled words are looked for, and how many unknown words are looked at. */
const READ = 400;
const MAX_WORDS = 3;
/** Characters of a text that are searched for the unknown words. */
const READ_OF_TEXT = 2_000;
/** Shorter words have too many neighbours; most with a capital are names. */
const WORD = /(?<![\p{L}\p{N}'’-])[a-z]{5,24}(?![\p{L}\p{N}'’-])/gu;
const MIN_LETTERS = 4;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * A question with its likely misspelled words replaced; null if there are none. Those are words that neither the bundled models nor any of the texts
 * know, and that are one slip of the finger from a word that the models know: to them, a misspelled word is a few meaningless pieces. Something must
 * show that the question is English: words of other languages are as near ("medico" and "Mexico").
 */
export function respelled(question: string, texts: readonly string[]): string | null {
  if (isOtherLanguage(question)) return null;
  const unknown = [...question.slice(0, READ).matchAll(WORD)].filter(([word]) => !isKnown(word)).slice(0, MAX_WORDS);
  if (unknown.length === 0) return null;
  const used = texts.map((text) => text.slice(0, READ_OF_TEXT));
  const near = new Map(unknown.map(([word]) => [word, nearestTo(word, used)]));
  const slips = [...near].flatMap(([word, instead]) => (instead === null ? [] : [word]));
  if (slips.length === 0 || !isEnglish(question, new Set(slips), used)) return null;
  let meant = question;
  for (const { 0: word, index } of unknown.reverse()) {
    const instead = near.get(word);
    if (instead) meant = meant.slice(0, index) + instead + meant.slice(index + word.length);
  }
  return meant;
}

/** A phrase of several words has few signs of any language; none against English is enough. It may begin with a name, which a question rarely does. */
function isEnglish(question: string, slips: ReadonlySet<string>, texts: readonly string[]): boolean {
  const text = question.trim();
  const [first = ''] = text.match(/^\p{L}+/u) ?? [];
  if (!text.endsWith('?')) return englishWeight(text, slips) >= (text.includes(' ') ? 0 : 1);
  const isNamed = texts.some((one) => one.includes(first));
  return englishWeight(isNamed ? text : text.slice(0, 1).toLowerCase() + text.slice(1), slips) > 0;
}

/** The word that is meant; null if the texts have this one. */
function nearestTo(word: string, texts: readonly string[]): string | null {
  const root = stem(word);
  const instead = texts.some((text) => text.toLowerCase().includes(root)) ? null : nearestWord(word);
  return instead !== null && isName(instead, texts) ? null : instead;
}

/** Whether the texts have it with a capital only: another name that looks alike is another person. */
function isName(word: string, texts: readonly string[]): boolean {
  const name = word.slice(0, 1).toUpperCase() + word.slice(1);
  return texts.some((text) => text.includes(name)) && !texts.some((text) => text.includes(word));
}

/** The most frequent word that one slip turns into this one: a letter left out, doubled, wrong, or swapped with the next. The first letter is right. */
function nearestWord(word: string): string | null {
  let best: { near: string; rank: number } | null = null;
  for (const near of slipsOf(word)) {
    const rank = near.length < MIN_LETTERS ? undefined : rankOf(near);
    if (rank !== undefined && rank < (best?.rank ?? Number.POSITIVE_INFINITY)) best = { near, rank };
  }
  return best?.near ?? null;
}

function* slipsOf(word: string): Generator<string> {
  for (let at = 1; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of LETTERS) yield before + letter + after;
    if (after === '') return;
    yield before + after.slice(1);
    yield before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
    for (const letter of LETTERS) yield before + letter + after.slice(1);
  }
}
