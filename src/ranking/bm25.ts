/**
 * BM25 with the statistics of the scope: a word is rare or common among the memories that the caller can see, and no other tenant's text affects a
 * score. Simple enough to be written in SQL over a postings table as well.
 */
interface Bm25Parameters {
  /** How soon repeating a word stops counting. Low: in a one-line memory a word is there or it is not. */
  k1: number;
  /** How strongly length counts against a memory, 0–1. High: pages of advice match a few words of everything. */
  b: number;
  /** Exponent of the idf. Above 1, names that occur in half of the memories weigh less than what is asked about them. */
  idfPower: number;
}

export const BM25: Bm25Parameters = { k1: 0.8, b: 0.9, idfPower: 1.5 };

interface ScopeStatistics {
  /** Memories that can be found. */
  memories: number;
  /** Average number of terms per memory, with repetitions. */
  averageLength: number;
}

/** Weight of a term that occurs in `found` of `memories`; never negative. */
export function idf(memories: number, found: number, { idfPower }: Bm25Parameters = BM25): number {
  const rare = Math.log(1 + (Math.max(0, memories - found) + 0.5) / (found + 0.5));
  return rare ** idfPower;
}

/** What one term adds to one memory's score. */
export function termScore(
  weight: number,
  times: number,
  length: number,
  { averageLength }: ScopeStatistics,
  { k1, b }: Bm25Parameters = BM25,
): number {
  const relative = averageLength > 0 ? length / averageLength : 1;
  return (weight * times * (k1 + 1)) / (times + k1 * (1 - b + b * relative));
}

/** A question's terms with their weights, the same for every memory of the scope. */
export function termWeights(
  terms: Iterable<string>,
  memories: number,
  foundIn: (term: string) => number,
  parameters: Bm25Parameters = BM25,
): Map<string, number> {
  const weights = new Map<string, number>();
  for (const term of terms) {
    const found = foundIn(term);
    if (found > 0) weights.set(term, idf(memories, found, parameters));
  }
  return weights;
}

/** The score of a single memory held in memory: the sum of its terms' scores. */
export function bm25(
  weights: ReadonlyMap<string, number>,
  memory: { terms: ReadonlyMap<string, number>; length: number },
  scope: ScopeStatistics,
  parameters: Bm25Parameters = BM25,
): number {
  let score = 0;
  for (const [term, weight] of weights) {
    const times = memory.terms.get(term);
    if (times !== undefined) score += termScore(weight, times, memory.length, scope, parameters);
  }
  return score;
}
