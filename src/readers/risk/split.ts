import { unmask } from '../../text/fold.js';

/** `at` counts words, with the end of a sentence as three so that cues rarely reach across it; `offset` counts characters. */
export type See = (word: string, at: number, offset: number, quoted: boolean) => void;

const SENTENCE_GAP = 3;
const LONGEST_WORD = 18;
/** Fewer letters spelt out ("a, b, c") are a list, not a hidden word. */
const SPELT_LETTERS = 5;
/** Separators between two letters of a word that is spelt out. */
const SPELT_GAP = 4;

const APOSTROPHE = 39;
const isDigit = (code: number) => code >= 48 && code <= 57;
const isLetter = (code: number) => code >= 97 && code <= 122;
const isForeign = (code: number) =>
  code >= 0xaa &&
  code !== 0xab &&
  code !== 0xbb &&
  code !== 0xbf &&
  !(code >= 0x2000 && code <= 0x206f) &&
  !(code >= 0x3000 && code <= 0x303f);
const isSpace = (code: number) => Number.isNaN(code) || code === 32 || (code >= 9 && code <= 13);

/**
 * Passes the words of a folded text to `see` one after another. Words that are spelt out ("i g n o r e") or run together are passed as the words of
 * `glued` that they contain, masked ones ("1gn0re") in plain letters.
 */
export function split(text: string, glued: RegExp, see: See): void {
  let at = 0;
  let quoted = false;
  let spelt = '';
  let speltEnd = 0;
  let i = 0;
  let gap = true;
  const show = (word: string, offset: number) => {
    see(word, at++, offset, quoted);
    gap = false;
  };
  const unglue = (run: string, offset: number) => {
    for (const word of run.match(glued) ?? []) show(word, offset);
  };
  const endSpelt = () => {
    if (spelt.length >= SPELT_LETTERS) unglue(spelt, speltEnd);
    spelt = '';
  };
  while (i < text.length) {
    const start = i;
    let plain = false;
    let odd = false;
    for (; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (isLetter(code)) plain = true;
      else if (isDigit(code) || isForeign(code)) odd = true;
      else if (code !== APOSTROPHE || i === start || !isLetter(text.charCodeAt(i + 1))) break;
    }
    if (i - start === 1 && plain) {
      if (start - speltEnd > SPELT_GAP) endSpelt();
      spelt += text[start];
      speltEnd = i;
      show(text[start] as string, start);
    } else if (i > start) {
      endSpelt();
      const word = text.slice(start, i);
      if (word.length > LONGEST_WORD) unglue(word, start);
      else show(plain && odd ? unmask(word) : word, start);
    } else {
      const mark = text[i++];
      if (mark === ' ') continue;
      if (mark === '"' || mark === '“' || mark === '”' || mark === '«' || mark === '»') quoted = !quoted;
      else if (mark === '@' && spelt.length <= 1 && isLetter(text.charCodeAt(i))) show('@', start);
      else if (mark === '\n') quoted = false;
      const ends = mark === '\n' || ((mark === '.' || mark === '!' || mark === '?') && isSpace(text.charCodeAt(i)));
      if (ends && !gap) {
        at += SENTENCE_GAP;
        gap = true;
      }
    }
  }
  endSpelt();
}
