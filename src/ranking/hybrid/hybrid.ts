import { DAY } from '../../kernel/clock.js';
import { FUSION } from '../fusion.js';
import type { Candidate, Reading } from './candidate.js';
import { conversationSupport } from './conversation.js';
import { momentScore } from './moment.js';
import { HYBRID, type HybridParameters } from './parameters.js';
import type { Question } from './question.js';
import { read } from './reading.js';

export type { Candidate } from './candidate.js';
export { type Question, readQuestion } from './question.js';

export interface Part {
  name: string;
  value: number;
}

export interface Ranked {
  id: string;
  candidate: Candidate;
  /** The sum of the parts, added in order. */
  final: number;
  parts: Part[];
}

/** The value if it is finite, so that no odd input results in NaN or infinity. */
const sound = (value: number, otherwise = 0) => (Number.isFinite(value) ? value : otherwise);

/** Second stage: orders the first stage's candidates, best first; ties go to the higher id. Input order does not matter. */
export function rankHybrid(
  question: Question,
  candidates: readonly Candidate[],
  now: number,
  parameters: HybridParameters = HYBRID,
): Ranked[] {
  const byId = (a: Candidate, b: Candidate) => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
  const readings = candidates.map(soundly).sort(byId).map(read);
  const highestLexical = readings.reduce((highest, { candidate }) => Math.max(highest, candidate.lexical), 0);
  const support = conversationSupport(readings, parameters.conversation);
  const parts = readings.map((reading, i) => [
    ...fusedParts(reading.candidate, highestLexical),
    { name: 'conversation', value: support[i] as number },
    ...ownParts(question, reading, now, parameters),
  ]);
  inheritTurnScores(readings, parts);
  parts.forEach((list, i) => {
    list.push(...scaled(sum(list), (readings[i] as Reading).candidate, parameters));
  });
  const finals = Float64Array.from(parts, sum);
  return bestFirst(finals).map((at) => {
    const { candidate } = readings[at] as Reading;
    return { id: candidate.id, candidate, final: finals[at] as number, parts: parts[at] as Part[] };
  });
}

/** The best of the statements derived from a turn represents it: it inherits the score of all that was said in the turn and around it. */
function inheritTurnScores(readings: readonly Reading[], parts: readonly Part[][]): void {
  const totals = parts.map(sum);
  const places = new Map(readings.map(({ candidate }, i) => [candidate.id, i]));
  const best = new Map<number, number>();
  readings.forEach(({ candidate: { sources = [] } }, i) => {
    // The last source is where it was said; the ones before are what it responds to.
    const turn = places.get(sources.at(-1) ?? '');
    const other = best.get(turn ?? -1);
    if (turn !== undefined && (other === undefined || (totals[i] as number) > (totals[other] as number)))
      best.set(turn, i);
  });
  for (const [turn, statement] of best) {
    const around = parts[statement]?.find(({ name }) => name === 'conversation');
    if (around) around.value += Math.max(0, (totals[turn] as number) - (totals[statement] as number));
  }
}

/** Indexes in order of their scores; of equal ones the earlier. */
const bestFirst = (scores: Float64Array) =>
  Array.from(scores.keys()).sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);

const sum = (parts: readonly Part[]) => parts.reduce((total, { value }) => total + value, 0);

function soundly(candidate: Candidate): Candidate {
  const lexical = Math.max(0, sound(candidate.lexical));
  const fused = sound(candidate.fused);
  const at = sound(candidate.at, sound(candidate.createdAt));
  const importance = Math.min(10, Math.max(0, sound(candidate.importance, 5)));
  const outcomeScore = Math.min(1, Math.max(0, sound(candidate.outcomeScore, 0.5)));
  const isSound =
    lexical === candidate.lexical &&
    fused === candidate.fused &&
    at === candidate.at &&
    importance === candidate.importance &&
    outcomeScore === candidate.outcomeScore;
  return isSound ? candidate : { ...candidate, lexical, fused, at, importance, outcomeScore };
}

function fusedParts({ fused, lexical }: Candidate, highestLexical: number): Part[] {
  const words = highestLexical > 0 ? Math.min(fused, (FUSION.words * lexical) / highestLexical) : 0;
  return [
    { name: 'meaning', value: fused - words },
    { name: 'words', value: words },
  ];
}

function ownParts(question: Question, reading: Reading, now: number, parameters: HybridParameters): Part[] {
  const { candidate, said } = reading;
  // Ages count from the end of the UTC day, so that near ties do not change places by the hour.
  const days = Math.max(0, Math.ceil((sound(now) + 1) / DAY) * DAY - candidate.at) / DAY;
  return [
    { name: 'time', value: momentScore(question, candidate.at, said, parameters.moment) },
    { name: 'recency', value: parameters.recency * Math.exp(-days / parameters.recencyDays) },
    { name: 'outcome', value: parameters.outcome * (candidate.outcomeScore - 0.5) },
  ];
}

/** A factor, expressed as what it adds to the sum so far, so that the parts still add up. */
function scaled(
  total: number,
  { importance, supersededBy, isTurn, hasStatement }: Candidate,
  parameters: HybridParameters,
): Part[] {
  const size = Math.max(0, total);
  return [
    { name: 'importance', value: (size * parameters.importance * (importance - 5)) / 5 },
    { name: 'superseded', value: supersededBy === null ? 0 : -parameters.superseded * size },
    ...(isTurn
      ? [{ name: 'turn', value: -(hasStatement ? parameters.turnWithStatement : parameters.turn) * size }]
      : []),
  ];
}
