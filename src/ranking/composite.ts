/** Weights of a linear score: cosine·c + outcome·o + importance/10·i + e^(−days/recencyDays)·r. */
export interface LinearWeights {
  cosine: number;
  outcome: number;
  importance: number;
  recency: number;
  recencyDays: number;
}

/** `ranking=composite`: meaning first, then outcome, importance and recency. Recency halves in about three weeks. */
export const COMPOSITE: LinearWeights = { cosine: 0.5, outcome: 0.25, importance: 0.15, recency: 0.1, recencyDays: 30 };

/** The score of one memory. `ageMs` counts from its creation; a memory from the future counts as new. */
export function linearScore(
  weights: LinearWeights,
  memory: { cosine: number; outcome: number; importance: number; ageMs: number },
): number {
  const days = Math.max(0, memory.ageMs) / 86_400_000;
  return (
    weights.cosine * memory.cosine +
    weights.outcome * memory.outcome +
    (weights.importance * memory.importance) / 10 +
    weights.recency * Math.exp(-days / weights.recencyDays)
  );
}
