/** The letter triples of a text as a sample: the same triples are kept of every text, so samples compare like the texts. */
export type Trigrams = Int32Array;

/** How much a gain in relevance counts against repeating what is there already: 1 is relevance alone, 0 variety alone. */
export const VARIETY_BALANCE = 0.7;
/** Triples kept of one text, the smallest hashes (bottom-k): exact up to about 250 characters, ±3 % above. */
const SAMPLE = 256;
/** Characters read of one text. */
const READ = 8_000;

export function trigramsOf(text: string): Trigrams {
  const letters = text
    .slice(0, READ)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  const padded = ` ${letters.trim()} `;
  const hashes = new Set<number>();
  for (let i = 0; i + 3 <= padded.length; i++) {
    const triple = (padded.charCodeAt(i) * 31 + padded.charCodeAt(i + 1)) * 131 + padded.charCodeAt(i + 2);
    const mixed = Math.imul(triple ^ (triple >>> 15), 0x2c1b3c6d);
    hashes.add((mixed ^ (mixed >>> 12)) | 0);
  }
  return Int32Array.from(hashes).sort().slice(0, SAMPLE);
}

/** Jaccard similarity of two texts' triples, 0–1. */
export function trigramSimilarity(a: Trigrams, b: Trigrams): number {
  // Of what both samples together hold, only the smallest SAMPLE are a fair draw from the union.
  let [i, j, both, seen] = [0, 0, 0, 0];
  while (seen < SAMPLE && i < a.length && j < b.length) {
    const [left = 0, right = 0] = [a[i], b[j]];
    if (left <= right) i++;
    if (right <= left) j++;
    if (left === right) both++;
    seen++;
  }
  const union = Math.min(SAMPLE, seen + a.length - i + b.length - j);
  return union === 0 ? 1 : both / union;
}

export interface Varied {
  id: string;
  /** On any scale, higher is better. */
  relevance: number;
  trigrams: Trigrams;
}

/**
 * Maximal marginal relevance (Carbonell and Goldstein 1998): the most useful first, then what adds most to it. What `repeats` something
 * taken before is left out. Ties go by id, so the same input has the same order. Lazy: whoever has enough stops asking.
 */
export function* byVariety<T extends Varied>(
  candidates: readonly T[],
  repeats: (candidate: T, taken: T, similarity: number) => boolean,
  balance = VARIETY_BALANCE,
): Generator<T> {
  const relevances = candidates.map((candidate) => candidate.relevance);
  const low = relevances.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const span = relevances.reduce((most, value) => Math.max(most, value), low) - low;
  let waiting = candidates.map((item) => ({ item, worth: span > 0 ? (item.relevance - low) / span : 1, likeness: 0 }));
  const gain = (one: (typeof waiting)[number]) => balance * one.worth - (1 - balance) * one.likeness;
  while (waiting.length > 0) {
    const best = waiting.reduce((most, one) => {
      const lead = gain(one) - gain(most);
      return lead > 0 || (lead === 0 && one.item.id < most.item.id) ? one : most;
    });
    yield best.item;
    waiting = waiting.filter((one) => {
      if (one === best) return false;
      const similarity = trigramSimilarity(one.item.trigrams, best.item.trigrams);
      one.likeness = Math.max(one.likeness, similarity);
      return !repeats(one.item, best.item, similarity);
    });
  }
}
