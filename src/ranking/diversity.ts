import type { Work } from '../kernel/turns/turns.js';

/** The distinct character trigrams of a text, as sorted numbers. */
export type Trigrams = Int32Array;

/** How relevance is weighed against repetition: 1 is relevance alone, 0 is variety alone. */
const VARIETY_BALANCE = 0.7;
/** Characters read per text: by then it is clear what the text is about. */
const READ = 2_000;

export function trigramsOf(text: string): Trigrams {
  const letters = text
    .slice(0, READ)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  const padded = ` ${letters.trim()} `;
  const triples = new Int32Array(Math.max(0, padded.length - 2));
  for (let i = 0; i < triples.length; i++) {
    const [a, b, c] = [padded.charCodeAt(i), padded.charCodeAt(i + 1), padded.charCodeAt(i + 2)];
    triples[i] = Math.imul(Math.imul(a, 0x01000193) ^ b, 0x01000193) ^ c;
  }
  triples.sort();
  return triples.filter((triple, i) => i === 0 || triple !== triples[i - 1]);
}

/** Jaccard similarity of two sets, 0–1. */
export const jaccard = (both: number, left: number, right: number) =>
  left + right === 0 ? 1 : both / (left + right - both);

export interface Varied {
  id: string;
  /** On any scale; higher is better. */
  relevance: number;
  trigrams: Trigrams;
}

/** The cost of numbering a text's trigrams and of comparing them with another text's, in units of work. */
const NUMBERED = 1;
const COMPARED = 1 / 200;

/** Whether a candidate repeats something already taken. It may look more closely, which is work. */
type Repeats<T> = (candidate: T, taken: T, similarity: number) => boolean | Work<boolean>;

/**
 * Maximal marginal relevance (Carbonell and Goldstein 1998): the most relevant first, then whatever adds most to it. A candidate that `repeats`
 * something already taken is left out. Ties are broken by id, so the same input gives the same order. Lazy: a consumer that has enough simply
 * stops. Between items it yields how much work it has done.
 */
export function* byVariety<T extends Varied>(
  candidates: readonly T[],
  repeats: Repeats<T>,
  balance = VARIETY_BALANCE,
): Generator<T | number> {
  const relevances = candidates.map((candidate) => candidate.relevance);
  const low = relevances.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const span = relevances.reduce((most, value) => Math.max(most, value), low) - low;
  const number = numbering();
  let waiting: Waiting<T>[] = [];
  for (const item of candidates) {
    const worth = span > 0 ? (item.relevance - low) / span : 1;
    waiting.push({ item, worth, likeness: 0, triples: item.trigrams.map(number.of) });
    yield item.trigrams.length * NUMBERED;
  }
  const isInBest = new Uint8Array(number.count());
  const gain = (one: Waiting<T>) => balance * one.worth - (1 - balance) * one.likeness;
  while (waiting.length > 0) {
    const best = waiting.reduce((most, one) => {
      const lead = gain(one) - gain(most);
      return lead > 0 || (lead === 0 && one.item.id < most.item.id) ? one : most;
    });
    yield best.item;
    for (const triple of best.triples) isInBest[triple] = 1;
    const others: Waiting<T>[] = [];
    for (const one of waiting) {
      if (one === best) continue;
      let both = 0;
      for (let i = 0; i < one.triples.length; i++) both += isInBest[one.triples[i] as number] as number;
      const similarity = jaccard(both, one.triples.length, best.triples.length);
      one.likeness = Math.max(one.likeness, similarity);
      const result = repeats(one.item, best.item, similarity);
      if (!(typeof result === 'boolean' ? result : yield* result)) others.push(one);
    }
    yield waiting.reduce((sum, one) => sum + one.triples.length, 0) * COMPARED;
    waiting = others;
    for (const triple of best.triples) isInBest[triple] = 0;
  }
}

interface Waiting<T> {
  item: T;
  worth: number;
  likeness: number;
  triples: Int32Array;
}

/** Assigns the numbers 0, 1, 2 … in order of appearance, so that an array can do the job of a set: ten times faster here. */
function numbering() {
  const numbers = new Map<number, number>();
  return {
    count: () => numbers.size,
    of(value: number): number {
      const known = numbers.get(value);
      if (known === undefined) numbers.set(value, numbers.size);
      return known ?? numbers.size - 1;
    },
  };
}
