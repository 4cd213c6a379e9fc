import { fold } from './fold.js';

/**
 * A few numbers that near-identical texts have in common, so that a database can find them by equality (min-hashing in bands). Four bands
 * of five: texts that share 90 % of their trigrams meet in a band with 97 %, 80 % with 80 %, unrelated ones (17 %) with 0.06 %, so that among
 * 10,000 memories a handful is compared in full.
 */
const BANDS = 4;
const ROWS = 5;

/** Odd multipliers, one per hash function. */
const MULTIPLIERS = Array.from(
  { length: BANDS * ROWS },
  (_, i) => (Math.imul(i + 1, 0x9e3779b1) ^ (i * 0x85ebca6b)) | 1,
);

/** Longer texts are compared by their beginning. */
const READ_CHARACTERS = 8_000;
const ASCII = /^[\0-\x7f]*$/;
const SPACE = 32;

/** Codes of the text's letters and digits in lower case, everything between them one space; a space at both ends. */
function lettersOf(text: string): number[] {
  const part = text.slice(0, READ_CHARACTERS);
  const plain = ASCII.test(part) ? part.toLowerCase() : fold(part);
  const codes = [SPACE];
  for (let i = 0; i < plain.length; i++) {
    const code = plain.charCodeAt(i);
    const isLetter = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
    if (isLetter) codes.push(code);
    else if (codes[codes.length - 1] !== SPACE) codes.push(SPACE);
  }
  if (codes[codes.length - 1] !== SPACE) codes.push(SPACE);
  return codes;
}

/** One number per band, 0–2^48; none for a text without letters. */
export function sketchOf(text: string): number[] {
  const codes = lettersOf(text);
  if (codes.length < 3) return [];
  const lowest = new Uint32Array(BANDS * ROWS).fill(0xffffffff);
  for (let at = 2; at < codes.length; at++) {
    let hash = Math.imul(codes[at - 2] as number, 0x01000193) ^ (codes[at - 1] as number);
    hash = Math.imul(hash, 0x01000193) ^ (codes[at] as number);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash ^= hash >>> 12;
    for (let i = 0; i < BANDS * ROWS; i++) {
      const mixed = Math.imul(hash, MULTIPLIERS[i] as number);
      const value = (mixed ^ (mixed >>> 13)) >>> 0;
      if (value < (lowest[i] as number)) lowest[i] = value;
    }
  }
  return Array.from({ length: BANDS }, (_, band) => {
    let high = band + 1;
    let low = 0;
    for (let row = 0; row < ROWS; row++) {
      const value = lowest[band * ROWS + row] as number;
      high = Math.imul(high ^ value, 0x85ebca6b) ^ (value >>> 7);
      low = Math.imul(low + value, 0xc2b2ae35) ^ (high >>> 11);
    }
    return ((high >>> 16) * 2 ** 32 + (low >>> 0)) as number;
  });
}
