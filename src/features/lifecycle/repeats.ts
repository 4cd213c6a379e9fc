import { fold } from '../../text/fold.js';

/** Minima per signature; two texts agree in about as many of them as their three-letter groups overlap. */
const SIZE = 64;
/** Minima that must all agree for two texts to be compared at all. */
const BAND = 4;
/** Overlap from which two texts say the same. */
const SAME = 0.8;
const NONE = 0xffffffff;

interface Signature {
  minima: Uint32Array;
  /** "Room 12" and "room 13" overlap nearly whole and are not the same. */
  numbers: string;
}

/** How many of the texts say nearly what one before them says: the same but for case, punctuation or a word or two. */
export function countRepeats(texts: readonly string[]): number {
  const seen = new Map<number, Signature>();
  let repeats = 0;
  for (const text of texts) {
    const signature = signatureOf(text);
    const bands = bandsOf(signature.minima);
    if (bands.some((band) => isSame(seen.get(band), signature))) repeats++;
    else for (const band of bands) seen.set(band, signature);
  }
  return repeats;
}

const isSame = (a: Signature | undefined, b: Signature) =>
  a !== undefined && a.numbers === b.numbers && overlap(a.minima, b.minima) >= SAME;

function overlap(a: Uint32Array, b: Uint32Array): number {
  let same = 0;
  for (let i = 0; i < SIZE; i++) if (a[i] === b[i]) same++;
  return same / SIZE;
}

function bandsOf(minima: Uint32Array): number[] {
  const bands: number[] = [];
  for (let i = 0; i < SIZE; i += BAND) {
    let hash = i;
    for (let j = i; j < i + BAND; j++) hash = mixed(hash, minima[j] as number, j);
    bands.push(hash);
  }
  return bands;
}

/** One-permutation MinHash over three-letter groups. */
function signatureOf(text: string): Signature {
  const folded = fold(text);
  const plain = ` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || folded} `;
  const minima = new Uint32Array(SIZE).fill(NONE);
  for (let i = 0; i + 2 < plain.length; i++) {
    const hash = mixed(plain.charCodeAt(i), plain.charCodeAt(i + 1), plain.charCodeAt(i + 2));
    const slot = hash % SIZE;
    if (hash < (minima[slot] as number)) minima[slot] = hash;
  }
  return { minima: filled(minima), numbers: (plain.match(/\p{N}+/gu) ?? []).join() };
}

/** A short text leaves slots empty: each takes over the next one's minimum, or two short texts would agree in nothing at all. */
function filled(minima: Uint32Array): Uint32Array {
  const full = Uint32Array.from(minima);
  let next = NONE;
  for (let i = 2 * SIZE - 1; i >= 0; i--) {
    const own = minima[i % SIZE] as number;
    if (own !== NONE) next = own;
    else full[i % SIZE] = next;
  }
  return full;
}

function mixed(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
