import { fold } from './fold.js';
import { marksIn } from './near-duplicate.js';

/**
 * A few numbers that near-identical texts have in common, so that a database can find them by equality (min-hashing in bands). Four bands of five:
 * texts that share 90 % of their trigrams meet in a band with 97 % probability, 80 % with 80 %, unrelated ones (17 %) with 0.06 %, so that only a
 * handful among 10,000 memories is compared in full. Texts with different numbers or negations never meet: however similar, they are not near
 * duplicates, and there may be thousands of notes like "Order 1234 was shipped".
 */
const BANDS = 4;
const ROWS = 5;

/** Odd multipliers, one per hash function. */
const MULTIPLIERS = Int32Array.from(
  { length: BANDS * ROWS },
  (_, i) => (Math.imul(i + 1, 0x9e3779b1) ^ (i * 0x85ebca6b)) | 1,
);
/** Maps the order of unsigned numbers to that of signed ones, which the engine compares faster. */
const SIGN = 0x80000000 | 0;
const LARGEST = 0x7fffffff;

/** Longer texts are compared by their beginning. */
const READ_CHARACTERS = 8_000;
const ASCII = /^[\0-\x7f]*$/;
const SPACE = 32;

/** The text's trigrams, hashed. One buffer shared by all calls: none of them awaits anything. */
let trigrams = new Int32Array(READ_CHARACTERS + 2);

/**
 * Fills `trigrams` and returns how many there are. A trigram is three letters or digits in lower case; everything between words counts as one
 * space, and there is a space at both ends.
 */
function readTrigrams(text: string): number {
  const part = text.slice(0, READ_CHARACTERS);
  const plain = ASCII.test(part) ? part.toLowerCase() : fold(part);
  // Folding can split a character into several.
  if (plain.length + 2 > trigrams.length) trigrams = new Int32Array(plain.length + 2);
  let count = 0;
  let before = -1; // the two characters before, -1 if there are none yet
  let last = SPACE;
  const take = (code: number) => {
    if (before >= 0) {
      let hash = Math.imul(Math.imul(before, 0x01000193) ^ last, 0x01000193) ^ code;
      hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
      trigrams[count++] = hash ^ (hash >>> 12);
    }
    before = last;
    last = code;
  };
  for (let i = 0; i < plain.length; i++) {
    const code = plain.charCodeAt(i);
    const isLetter = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
    if (isLetter) take(code);
    else if (last !== SPACE) take(SPACE);
  }
  if (last !== SPACE) take(SPACE);
  return count;
}

/** A 32-bit number per band; none for a text without letters. Chance matches are told apart by comparing the texts. */
export function sketchOf(text: string): number[] {
  const count = readTrigrams(text);
  if (count === 0) return [];
  const marks = hashOf([...marksIn(text)].sort().join(' '));
  return Array.from({ length: BANDS }, (_, band) => bandOf(band, count, marks));
}

/** 0 for an empty text. */
function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ (text.charCodeAt(i) + i), 0x9e3779b1);
  return hash ^ (hash >>> 15);
}

function bandOf(band: number, count: number, marks: number): number {
  let high = band + 1;
  let low = marks;
  for (const lowest of lowestOf(band * ROWS, count)) {
    const value = (lowest ^ SIGN) >>> 0;
    high = Math.imul(high ^ value, 0x85ebca6b) ^ (value >>> 7);
    low = Math.imul(low + value, 0xc2b2ae35) ^ (high >>> 11);
  }
  return low >>> 0;
}

type Row = [number, number, number, number, number];

/** The lowest value of each of a band's hash functions. Unrolled into variables: this loop is nearly the whole cost of a sketch. */
function lowestOf(first: number, count: number): Row {
  const [a, b, c, d, e] = MULTIPLIERS.subarray(first, first + ROWS) as unknown as Row;
  let [lowA, lowB, lowC, lowD, lowE] = [LARGEST, LARGEST, LARGEST, LARGEST, LARGEST];
  for (let i = 0; i < count; i++) {
    const hash = trigrams[i] as number;
    const inA = mixed(hash, a);
    if (inA < lowA) lowA = inA;
    const inB = mixed(hash, b);
    if (inB < lowB) lowB = inB;
    const inC = mixed(hash, c);
    if (inC < lowC) lowC = inC;
    const inD = mixed(hash, d);
    if (inD < lowD) lowD = inD;
    const inE = mixed(hash, e);
    if (inE < lowE) lowE = inE;
  }
  return [lowA, lowB, lowC, lowD, lowE];
}

function mixed(hash: number, multiplier: number): number {
  const value = Math.imul(hash, multiplier);
  return value ^ (value >>> 13) ^ SIGN;
}
