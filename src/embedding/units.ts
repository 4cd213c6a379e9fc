/**
 * Estimates how many tokens a model will read, without its vocabulary. Counted in quarters of a token so that sums stay integers. The weights err on
 * the high side for WordPiece with an English vocabulary, which knows other scripts only letter by letter.
 */
export const QUARTERS = 4;

const SPACE = 0;
const LATIN = 1; // about four letters per token in English text …
const WORD_START = 1; // … but never less than one token per word
const ACCENTED = 2; // other languages in Latin letters break into shorter pieces
const DIGIT = 2;
const WHOLE = 4; // punctuation, and letters of any other script
const HANGUL = 12; // a syllable is decomposed into up to three letters
const ASTRAL = 8; // emoji and rare signs: several byte-level tokens in remote models

export const isHighSurrogate = (code: number) => (code & 0xfc00) === 0xd800;
export const isLowSurrogate = (code: number) => (code & 0xfc00) === 0xdc00;

function weightOf(code: number): number {
  if (code <= 0x20 || isLowSurrogate(code)) return SPACE; // a low surrogate is counted with its first half
  if (code >= 0x30 && code <= 0x39) return DIGIT;
  if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) return LATIN;
  if (code < 0x7f) return WHOLE;
  if (code >= 0xc0 && code <= 0x24f) return ACCENTED;
  if (code >= 0xac00 && code <= 0xd7a3) return HANGUL;
  if (isHighSurrogate(code)) return ASTRAL;
  return /[\s\u007f-\u009f\u200b]/.test(String.fromCharCode(code)) ? SPACE : WHOLE;
}

// A table, because texts of 100,000 characters are weighed on the main thread: this takes about 3 ms each.
const WEIGHTS = Uint8Array.from({ length: 0x10000 }, (_, code) => weightOf(code));

export const isSpace = (code: number) => WEIGHTS[code] === SPACE && !isLowSurrogate(code);

/** Quarters of a token before each position: `sums[b] - sums[a]` is the weight of `text.slice(a, b)`. */
export function quarterSums(text: string): Uint32Array {
  const sums = new Uint32Array(text.length + 1);
  let sum = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const weight = WEIGHTS[text.charCodeAt(i)] as number;
    sum += weight;
    const letter = weight === LATIN || weight === ACCENTED;
    if (letter && !inWord) sum += WORD_START;
    inWord = letter;
    sums[i + 1] = sum;
  }
  return sums;
}

/** Tokens that a model is likely to read in `text`; rather too many than too few. */
export function passageTokens(text: string): number {
  const sums = quarterSums(text);
  return Math.ceil((sums[text.length] ?? 0) / QUARTERS);
}
