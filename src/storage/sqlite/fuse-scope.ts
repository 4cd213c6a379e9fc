import { idf, termScore } from '../../ranking/bm25.js';
import { fused, type ScoreRange } from '../../ranking/fusion.js';
import type { ScopeTerms } from './scope-terms.js';

/** The cosine of every embedded memory of a scope. */
export interface Scored {
  ids: readonly string[];
  scores: Float32Array;
  indexOf(id: string): number | undefined;
}

export interface Fused {
  ids: string[];
  /** NaN where there is none. */
  cosines: Float64Array;
  lexicals: Float64Array;
  finals: Float64Array;
}

/** First stage of hybrid ranking over a whole scope: the embedded memories, and those without vectors that share a word. */
export function fuseScope(scored: Scored, words: ScopeTerms, terms: readonly string[]): Fused {
  const lexical = scoreWords(words, terms);
  const ids = [...scored.ids];
  const places = new Map<number, number>(); // document → index in `ids`
  for (const doc of lexical.keys()) {
    const id = words.ids[doc] as string;
    const at = scored.indexOf(id);
    places.set(doc, at ?? ids.push(id) - 1);
  }
  const cosines = new Float64Array(ids.length).fill(Number.NaN);
  cosines.set(scored.scores);
  const lexicals = new Float64Array(ids.length);
  const range: ScoreRange = { lowestCosine: Infinity, highestCosine: -Infinity, highestLexical: 0 };
  for (const [doc, score] of lexical) {
    lexicals[places.get(doc) as number] = score;
    if (score > range.highestLexical) range.highestLexical = score;
  }
  for (const score of scored.scores) {
    if (score < range.lowestCosine) range.lowestCosine = score;
    if (score > range.highestCosine) range.highestCosine = score;
  }
  if (scored.scores.length === 0) range.lowestCosine = range.highestCosine = 0;
  const finals = Float64Array.from(cosines, (cosine, i) =>
    fused(Number.isNaN(cosine) ? range.lowestCosine : cosine, lexicals[i] as number, range),
  );
  return { ids, cosines, lexicals, finals };
}

/** BM25 of every memory that has one of the terms, by document. */
function scoreWords(words: ScopeTerms, terms: readonly string[]): Map<number, number> {
  const scores = new Map<number, number>();
  const scope = { memories: words.size, averageLength: words.averageLength };
  for (const term of terms) {
    let weight = 0;
    words.each(
      term,
      (found) => {
        weight = idf(scope.memories, found);
      },
      (doc, times, length) => scores.set(doc, (scores.get(doc) ?? 0) + termScore(weight, times, length, scope)),
    );
  }
  return scores;
}
