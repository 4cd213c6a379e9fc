import { BM25, idf, termScore } from './bm25.js';
import { standing, type TrackRecord } from './track-record.js';

/** docs/procedures.md says what each one gains. All are on the scale of a cosine. */
export const PROCEDURES = {
  /** Weight of the best line, against 1 for the gist: one example that nearly matches the task counts, but many near ones count more. */
  bestLine: 0.25,
  /** Largest contribution of the words. Small: words decide between two procedures that mean nearly the same, and nothing else. */
  words: 0.05,
  /** The most that a perfect record adds or a hopeless one subtracts: about the gap between two rivals. */
  record: 0.03,
} as const;

/** How a model's cosines map to 0–1: the cosine at which a task is as likely to fit as not, and how steep the curve is there. */
interface FitScale {
  middle: number;
  slope: number;
}
/** Cosines of different models are not on one scale, so each known model has its own. */
export const FIT_SCALES: Readonly<Record<string, FitScale>> = {
  'recollect-embed-1': { middle: 0.72, slope: 30 },
  'bge-small-en-v1.5': { middle: 0.74, slope: 30 },
  'all-MiniLM-L6-v2': { middle: 0.42, slope: 20 },
};

export interface ProcedureCandidate extends TrackRecord {
  id: string;
  /** Cosines of its passages, with the gist last; null until it is embedded. */
  cosines: readonly number[] | null;
  /** The task's terms that occur in it, and how often. */
  terms: ReadonlyMap<string, number>;
  /** Number of its terms, with repetitions. */
  length: number;
}
export interface RankedProcedure {
  id: string;
  /** 0–1: how well it fits the task. */
  score: number;
  /** 0–1: the same with its record included; results are ordered by it. */
  final: number;
}

/** Orders procedures by how well they fit a task, best first. `model` is null when no vectors are available: then words alone decide. */
export function rankProcedures(
  candidates: readonly ProcedureCandidate[],
  terms: readonly string[],
  model: string | null,
): RankedProcedure[] {
  const words = wordShares(candidates, terms);
  const meanings = candidates.map(({ cosines }) => (cosines?.length ? meaningOf(cosines) : null));
  const lowest = meanings.reduce<number>((low, meaning) => Math.min(low, meaning ?? 1), 1);
  const fit = model === null ? clamped : fitOf(FIT_SCALES[model]);
  const ranked = candidates.map((candidate, i) => {
    const share = words[i] as number;
    const value = model === null ? share : (meanings[i] ?? lowest) + PROCEDURES.words * share;
    const score = fit(value);
    // Scaled by the fit: no record, however good, helps a procedure that does not fit.
    const moved = value + PROCEDURES.record * standing(candidate) * score;
    return { id: candidate.id, score, final: fit(moved), moved };
  });
  ranked.sort((a, b) => b.moved - a.moved || (a.id < b.id ? 1 : -1));
  return ranked.map(({ id, score, final }) => ({ id, score, final }));
}

const clamped = (value: number) => Math.min(1, Math.max(0, value));

/** For a model without a scale, the value itself. */
const fitOf = (scale: FitScale | undefined) =>
  scale ? (value: number) => 1 / (1 + Math.exp(-scale.slope * (value - scale.middle))) : clamped;

/** On the scale of a cosine. */
function meaningOf(cosines: readonly number[]): number {
  const gist = cosines.at(-1) as number;
  const best = cosines.length > 1 ? Math.max(...cosines.slice(0, -1)) : gist;
  return (gist + PROCEDURES.bestLine * best) / (1 + PROCEDURES.bestLine);
}

/** BM25 among these procedures, as a share (0–1) of what a procedure full of the task's words would score. */
function wordShares(candidates: readonly ProcedureCandidate[], terms: readonly string[]): number[] {
  const scope = {
    memories: candidates.length,
    averageLength: candidates.reduce((sum, { length }) => sum + length, 0) / Math.max(1, candidates.length),
  };
  const found = new Map<string, number>();
  for (const candidate of candidates)
    for (const term of candidate.terms.keys()) found.set(term, (found.get(term) ?? 0) + 1);
  const weights = new Map(terms.map((term) => [term, idf(scope.memories, found.get(term) ?? 0)]));
  let most = 0; // words that no procedure has are included: they count against all
  for (const weight of weights.values()) most += weight * (BM25.k1 + 1);
  return candidates.map((candidate) => {
    let sum = 0;
    for (const [term, times] of candidate.terms)
      sum += termScore(weights.get(term) ?? 0, times, candidate.length, scope);
    return most > 0 ? sum / most : 0;
  });
}
