/**
 * First stage, over every memory of the scope: combines meaning and words into one number between 0 and 1. Both are scaled to that range by the
 * best (and for cosine also the worst) value of the scope, which one pass over it finds.
 */

/** The weights of the cosine and of BM25. Meaning weighs more, because min–max spreads cosines evenly while few memories share a rare word. */
export const FUSION = { meaning: 0.65, words: 0.35 };

/** Candidates passed to the second stage: it takes about 2 ms for them, and the answer to a question is hardly ever further back. */
export const POOL_SIZE = 200;

export interface ScoreRange {
  lowestCosine: number;
  highestCosine: number;
  /** 0 when no memory shares a word with the question. */
  highestLexical: number;
}

export function rangeOf(cosines: Iterable<number>, lexicals: Iterable<number>): ScoreRange {
  const range = { lowestCosine: Infinity, highestCosine: -Infinity, highestLexical: 0 };
  for (const cosine of cosines) {
    if (cosine < range.lowestCosine) range.lowestCosine = cosine;
    if (cosine > range.highestCosine) range.highestCosine = cosine;
  }
  for (const lexical of lexicals) if (lexical > range.highestLexical) range.highestLexical = lexical;
  return range;
}

/** 0–1. A single memory, or memories that all score the same, count as a full match in meaning. */
export function fused(cosine: number, lexical: number, range: ScoreRange): number {
  const spread = range.highestCosine - range.lowestCosine;
  const meaning = spread > 0 ? (cosine - range.lowestCosine) / spread : 1;
  const words = range.highestLexical > 0 ? lexical / range.highestLexical : 0;
  return FUSION.meaning * meaning + FUSION.words * words;
}
