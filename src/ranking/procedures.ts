import { BM25, idf, termScore } from './bm25.js';
import { standing, type TrackRecord } from './track-record.js';

/** docs/procedures.md says what each one bought. All are on the scale of a cosine. */
export const PROCEDURES = {
  /** Of the best line, beside 1 for the gist: one example that is nearly the task counts, but many that are near count more. */
  bestLine: 0.25,
  /** Of the words, at most. Small: words decide between two that mean nearly the same, and tell nothing else. */
  words: 0.05,
  /** Most that a perfect record adds and a hopeless one takes away: about as much as two rivals differ by. */
  record: 0.03,
} as const;

/** How a model's cosines become 0–1: where a task is as likely to fit as not, and how sharply that turns. */
export interface FitScale {
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
  /** Cosines of its passages, the gist's last; null while it waits to be embedded. */
  cosines: readonly number[] | null;
  /** The task's terms that it has, and how often. */
  terms: ReadonlyMap<string, number>;
  /** Its terms with repetitions. */
  length: number;
}
export interface RankedProcedure {
  id: string;
  /** 0–1: how well it fits the task. */
  score: number;
  /** 0–1: the same with its record; what the order is made of. */
  final: number;
}

/** Orders procedures by how well they fit a task, the best first. `model` is null when nothing is known of meanings: words alone. */
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
    // Weighed by the fit: a record, however good, does nothing for a procedure that does not fit.
    const moved = value + PROCEDURES.record * standing(candidate) * score;
    return { id: candidate.id, score, final: fit(moved), moved };
  });
  ranked.sort((a, b) => b.moved - a.moved || (a.id < b.id ? 1 : -1));
  return ranked.map(({ id, score, final }) => ({ id, score, final }));
}

const clamped = (value: number) => Math.min(1, Math.max(0, value));

/** Of a model without a scale the value itself. */
const fitOf = (scale: FitScale | undefined) =>
  scale ? (value: number) => 1 / (1 + Math.exp(-scale.slope * (value - scale.middle))) : clamped;

/** On the scale of a cosine. */
function meaningOf(cosines: readonly number[]): number {
  const gist = cosines.at(-1) as number;
  const best = cosines.length > 1 ? Math.max(...cosines.slice(0, -1)) : gist;
  return (gist + PROCEDURES.bestLine * best) / (1 + PROCEDURES.bestLine);
}

/** BM25 among these procedures, as the share 0–1 of what a procedure full of the task's words would get. */
function wordShares(candidates: readonly ProcedureCandidate[], terms: readonly string[]): number[] {
  const scope = {
    memories: candidates.length,
    averageLength: candidates.reduce((sum, { length }) => sum + length, 0) / Math.max(1, candidates.length),
  };
  const found = new Map<string, number>();
  for (const candidate of candidates)
    for (const term of candidate.terms.keys()) found.set(term, (found.get(term) ?? 0) + 1);
  const weights = new Map(terms.map((term) => [term, idf(scope.memories, found.get(term) ?? 0)]));
  let most = 0; // words that no procedure has count here too: they speak against all
  for (const weight of weights.values()) most += weight * (BM25.k1 + 1);
  return candidates.map((candidate) => {
    let sum = 0;
    for (const [term, times] of candidate.terms)
      sum += termScore(weights.get(term) ?? 0, times, candidate.length, scope);
    return most > 0 ? sum / most : 0;
  });
}
