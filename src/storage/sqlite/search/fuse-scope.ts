import { idf, termScore } from '../../../ranking/bm25.js';
import { FUSION, fused, type ScoreRange } from '../../../ranking/fusion.js';
import type { ScopeTerms } from './scope-terms.js';

/** The cosine of every embedded memory of a scope, at most `error` away from its exact value. */
export interface Scored {
  ids: readonly string[];
  scores: Float32Array;
  error: number;
  /** How far what `refinedScore` returns may be from the exact value. */
  refinedError: number;
  /** The cosine at an index from all bits in memory. */
  refinedScore(index: number): number;
  /** The cosines of the passages of some memories, from their rows. */
  exact(ids: readonly string[]): ReadonlyMap<string, readonly number[]>;
  indexOf(id: string): number | undefined;
}

interface Fused {
  ids: readonly string[];
  /** NaN for memories without one. */
  cosines: Float64Array;
  lexicals: Float64Array;
  finals: Float64Array;
  /** How much of a change of a cosine reaches its final score. */
  slope: number;
}

/** First stage of hybrid ranking over a whole scope: the embedded memories, plus those without vectors that share a word. */
export function fuseScope(
  scored: Scored,
  words: ScopeTerms,
  terms: readonly string[],
  /** Called between the terms; may throw. */
  check: () => void = () => {},
): Fused {
  refineExtremes(scored);
  const { docs, scores } = scoreWords(words, terms, check);
  const places = new Int32Array(docs.length); // position of each document in `ids`
  const unread: string[] = [];
  for (let d = 0; d < docs.length; d++) {
    const doc = docs[d] as number;
    const id = words.ids[doc] as string;
    // Both were read in the same order, so the position is usually the same, and comparing is cheaper than searching.
    if (scored.ids[doc] === id) places[d] = doc;
    else places[d] = scored.indexOf(id) ?? scored.ids.length + unread.push(id) - 1;
  }
  const ids = unread.length === 0 ? scored.ids : [...scored.ids, ...unread];
  const cosines = new Float64Array(ids.length);
  cosines.set(scored.scores);
  cosines.fill(Number.NaN, scored.scores.length);
  const lexicals = new Float64Array(ids.length);
  const range = rangeOf(scored.scores);
  for (let d = 0; d < docs.length; d++) {
    const score = scores[docs[d] as number] as number;
    lexicals[places[d] as number] = score;
    if (score > range.highestLexical) range.highestLexical = score;
  }
  const finals = new Float64Array(ids.length);
  for (let i = 0; i < finals.length; i++) {
    const cosine = i < scored.scores.length ? (cosines[i] as number) : range.lowestCosine;
    finals[i] = fused(cosine, lexicals[i] as number, range);
  }
  const spread = range.highestCosine - range.lowestCosine;
  return { ids, cosines, lexicals, finals, slope: spread > 0 ? FUSION.meaning / spread : 0 };
}

/** Refines the lowest and the highest cosine: every fused score depends on them. */
function refineExtremes({ scores, error, refinedScore }: Scored): void {
  if (error === 0) return;
  const { lowestCosine, highestCosine } = rangeOf(scores);
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number;
    if (score <= lowestCosine + 2 * error || score >= highestCosine - 2 * error) scores[i] = refinedScore(i);
  }
}

function rangeOf(cosines: Float32Array): ScoreRange {
  if (cosines.length === 0) return { lowestCosine: 0, highestCosine: 0, highestLexical: 0 };
  const range = { lowestCosine: Infinity, highestCosine: -Infinity, highestLexical: 0 };
  for (let i = 0; i < cosines.length; i++) {
    const score = cosines[i] as number;
    if (score < range.lowestCosine) range.lowestCosine = score;
    if (score > range.highestCosine) range.highestCosine = score;
  }
  return range;
}

/** BM25 of every memory that contains one of the terms: the documents, and the scores by document. */
function scoreWords(
  words: ScopeTerms,
  terms: readonly string[],
  check: () => void,
): { docs: number[]; scores: Float64Array } {
  const scores = new Float64Array(words.ids.length);
  const docs: number[] = [];
  const scope = { memories: words.size, averageLength: words.averageLength };
  for (const term of terms) {
    check();
    const found = words.find(term);
    if (!found) continue;
    const weight = idf(scope.memories, found.docs.length);
    for (let i = 0; i < found.docs.length; i++) {
      const doc = found.docs[i] as number;
      if (scores[doc] === 0) docs.push(doc);
      scores[doc] = (scores[doc] as number) + termScore(weight, found.tfs[i] as number, words.lengthOf(doc), scope);
    }
  }
  return { docs, scores };
}
