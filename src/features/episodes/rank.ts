import { bm25, termWeights } from '../../ranking/bm25.js';
import { fused, rangeOf } from '../../ranking/fusion.js';
import { queryTerms, termCounts, termTotal } from '../../text/terms.js';

export interface RankedText {
  id: string;
  text: string;
  /** Null: there is no vector to compare with. */
  cosine: number | null;
}

/** Orders texts by meaning and words like the first stage of hybrid ranking, best first; ties keep their order. */
export function rankTexts(question: string, texts: readonly RankedText[]): { id: string; score: number }[] {
  const worded = texts.map(({ text }) => {
    const terms = termCounts(text);
    return { terms, length: termTotal(terms) };
  });
  const averageLength = worded.reduce((sum, one) => sum + one.length, 0) / Math.max(1, worded.length);
  const scope = { memories: texts.length, averageLength };
  const foundIn = (term: string) => worded.filter((one) => one.terms.has(term)).length;
  const weights = termWeights(queryTerms(question).keys(), texts.length, foundIn);
  const lexicals = worded.map((one) => bm25(weights, one, scope));
  const range = rangeOf(
    texts.flatMap(({ cosine }) => cosine ?? []),
    lexicals,
  );
  return texts
    .map(({ id, cosine }, i) => ({
      id,
      score: fused(cosine ?? Math.min(range.lowestCosine, range.highestCosine), lexicals[i] as number, range),
    }))
    .sort((a, b) => b.score - a.score);
}
