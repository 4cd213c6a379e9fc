import { denialsIn, opposes, plainWords } from './denial.js';

/**
 * From here on two texts say the same in different words. One-line memories that say the same share 0.48–0.80 of their trigrams and unrelated ones
 * about 0.17; the threshold is high because a near duplicate is left out of responses.
 */
export const NEAR_DUPLICATE = 0.7;
/** Longer texts are compared by their beginning, which limits the time. */
export const READ_CHARACTERS = 8000;

/** The parts of a text that are compared; compute it once to compare one text with many. */
export interface Signature {
  trigrams: ReadonlySet<string>;
  words: ReadonlySet<string>;
  /** Numbers, and denials as often as they occur: if these differ, the texts say different things, however similar they look. */
  marks: ReadonlySet<string>;
  /** Words written like names; each must occur in the other text, in any case. */
  names: ReadonlySet<string>;
}

/** The numbers and negations of a text. */
export const marksIn = (text: string): ReadonlySet<string> => marksOf(plainWords(text.slice(0, READ_CHARACTERS)));

export function signatureOf(text: string): Signature {
  const part = text.slice(0, READ_CHARACTERS);
  const words = plainWords(part);
  const joined = ` ${words.join(' ')} `;
  const trigrams = new Set<string>();
  for (let start = 0; start + 3 <= joined.length; start++) trigrams.add(joined.slice(start, start + 3));
  const names = namesIn(part);
  // Of "London/Paris", a single word, the names are two.
  return { trigrams, words: new Set([...words.map(bare), ...names]), marks: marksOf(words), names };
}

const bare = (word: string) => word.replace(/'s$/, '');

function marksOf(words: readonly string[]): Set<string> {
  const marks = new Set<string>();
  const times = new Map<string, number>();
  for (const word of words) {
    if (/\p{N}/u.test(word)) marks.add(word.replaceAll(',', ''));
    for (const denial of denialsIn(word)) {
      const time = (times.get(denial) ?? 0) + 1;
      times.set(denial, time);
      marks.add(time === 1 ? denial : `${denial} ${time}`);
    }
  }
  return marks;
}

/** Capitalised words that are not merely the first of a sentence. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)) {
    const opens = end === 0 || /[.!?\n]/.test(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (opens || !/^\p{Lu}/u.test(match[0]) || /^I(?:['’]|$)/.test(match[0])) continue;
    for (const word of plainWords(match[0])) names.add(bare(word));
  }
  return names;
}

/** Jaccard similarity of the character trigrams of two texts, 0–1, regardless of case, accents and punctuation. */
export function similarity(a: string | Signature, b: string | Signature): number {
  const one = ofText(a).trigrams;
  const two = ofText(b).trigrams;
  if (one.size === 0 && two.size === 0) return 1;
  const [fewer, more] = one.size <= two.size ? [one, two] : [two, one];
  let shared = 0;
  for (const trigram of fewer) if (more.has(trigram)) shared++;
  return shared / (one.size + two.size - shared);
}

/** Whether one text merely repeats the other: similar, with the same numbers, negations and names. */
export function isNearDuplicate(a: string | Signature, b: string | Signature, threshold = NEAR_DUPLICATE): boolean {
  const one = ofText(a);
  const two = ofText(b);
  // the sizes alone give an upper bound on the similarity
  const [fewer, more] = one.trigrams.size <= two.trigrams.size ? [one, two] : [two, one];
  if (more.trigrams.size * threshold > fewer.trigrams.size) return false;
  if (one.marks.size !== two.marks.size || !within(one.marks, two.marks)) return false;
  if (!within(one.names, two.words) || !within(two.names, one.words)) return false;
  if (similarity(one, two) < threshold) return false;
  return !opposes(one.words, two.words) && !opposes(two.words, one.words);
}

/** Quotes and brackets that may stand around a word. Beside a digit they count: "(500)" is negative, and 5" are inches. */
const AROUND = `"'“”„‘«»()「」¿¡`;
/** The marks of sentences, behind a word. */
const BEHIND = '.,;:!…、。！';
/** Marks that stand alone between words. */
const ALONE = /^["'“”„‘«»()「」¿¡,;:!…、。！–—•·-]+$/;
const APOSTROPHES = /[’ʼ`´]/g;

/**
 * The words of a text in order, the same however they are capitalised and punctuated. Accents and symbols count, and so do question marks: "$10" is not
 * "€10", and a question is no statement. Null for a long text: to compare it with all that it resembles would take too long.
 */
export function wordsAlone(text: string): string | null {
  if (text.length > READ_CHARACTERS) return null;
  const words = text.toLowerCase().replace(APOSTROPHES, "'").trim().split(/\s+/).map(bareWord);
  return words.filter((word, at) => !(ALONE.test(word) && isWord(words[at - 1]) && isWord(words[at + 1]))).join(' ');
}

/** Next to anything but words, a dash may be a minus, and a bracket a sign. */
const isWord = (word: string | undefined) => word === undefined || /^\p{L}{2}/u.test(word);

function bareWord(word: string): string {
  if (ALONE.test(word)) return word;
  let [from, to] = [0, word.length];
  const isAround = (at: number, inner: number) =>
    AROUND.includes(word[at] as string) && !/\p{N}/u.test(word[inner] as string);
  while (from < to - 1 && isAround(from, from + 1)) from++;
  while (from < to - 1 && (BEHIND.includes(word[to - 1] as string) || isAround(to - 1, to - 2))) to--;
  return word.slice(from, to);
}

export const within = (part: ReadonlySet<string>, whole: ReadonlySet<string>) =>
  [...part].every((word) => whole.has(word));
const ofText = (text: string | Signature): Signature => (typeof text === 'string' ? signatureOf(text) : text);
