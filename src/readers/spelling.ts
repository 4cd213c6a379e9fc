import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED_FOLDER, READER_FILES } from '../embedding/models/bundled.js';
import { stem } from '../text/stem.js';
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

let loaded: Readonly<Record<string, number>> | undefined;

/** The words and pieces of words that the bundled models know, with their rank: the more frequent, the lower. Empty if the file is missing. */
function vocabulary(): Readonly<Record<string, number>> {
  if (!loaded) {
    try {
      loaded = JSON.parse(readFileSync(join(BUNDLED_FOLDER, READER_FILES.tokenizer), 'utf8')).model.vocab;
    } catch {
      // Without the file, no word counts as misspelled.
    }
  }
  loaded ??= {};
  return loaded;
}

export const rankOf = (word: string): number | undefined =>
  Object.hasOwn(vocabulary(), word) ? vocabulary()[word] : undefined;

/**
 * A question with its likely misspelled words replaced; null if there are none. Those are words that neither the bundled models nor any of the texts
 * know, and that are one slip of the finger from a word that the models know: to them, a misspelled word is a few meaningless pieces.
 */
export function respelled(question: string, texts: readonly string[]): string | null {
  if (isOtherLanguage(question)) return null;
  const unknown = [...question.slice(0, READ).matchAll(WORD)].filter(([word]) => !isKnown(word)).slice(0, MAX_WORDS);
  if (unknown.length === 0) return null;
  const used = texts.map((text) => text.slice(0, READ_OF_TEXT).toLowerCase());
  let meant = question;
  for (const { 0: word, index } of unknown.reverse()) {
    const instead = used.some((text) => text.includes(stem(word))) ? null : nearestWord(word);
    if (instead && !isName(instead, texts)) meant = meant.slice(0, index) + instead + meant.slice(index + word.length);
  }
  return meant === question ? null : meant;
}

/** Whether the texts have it with a capital only: another name that looks alike is another person. */
function isName(word: string, texts: readonly string[]): boolean {
  const name = word.slice(0, 1).toUpperCase() + word.slice(1);
  const read = texts.map((text) => text.slice(0, READ_OF_TEXT));
  return read.some((text) => text.includes(name)) && !read.some((text) => text.includes(word));
}

function isKnown(word: string): boolean {
  const root = stem(word);
  return [word, root, `${root}e`, root.replace(/i$/, 'y')].some((form) => rankOf(form) !== undefined);
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
