import { signatureOf } from './near-duplicate.js';

/**
 * A few numbers that near-identical texts have in common, so that a database can find them by equality (min-hashing in bands). Five bands
 * of three: texts that share 70 % of their trigrams meet in a band with 88 %, those that share 90 % with 99.8 %, unrelated ones (17 %) with
 * 2 %; whoever meets is compared in full.
 */
const BANDS = 5;
const ROWS = 3;

/** Odd multipliers, one per hash function. */
const MULTIPLIERS = Array.from(
  { length: BANDS * ROWS },
  (_, i) => (Math.imul(i + 1, 0x9e3779b1) ^ (i * 0x85ebca6b)) | 1,
);

function hashOf(trigram: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < trigram.length; i++) hash = Math.imul(hash ^ trigram.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** One number per band, 0–2^48; none for a text without letters. */
export function sketchOf(text: string): number[] {
  const lowest = new Uint32Array(BANDS * ROWS).fill(0xffffffff);
  const { trigrams } = signatureOf(text);
  if (trigrams.size === 0) return [];
  for (const trigram of trigrams) {
    const hash = hashOf(trigram);
    for (let i = 0; i < lowest.length; i++) {
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
