import { HOUR } from '../../kernel/clock.js';
import type { Reading } from './candidate.js';
import { differentSpeakers } from './reading.js';

/** Shares of other turns' first-stage scores that a turn receives: what is said next to the answer is about the same subject. */
export interface ConversationWeights {
  /** From the turn before. */
  before: number;
  /** From the turn after. */
  after: number;
  /** From a question that another speaker asked just before: the answer need not repeat its words. */
  answered: number;
  /** From the mean of the best `STRETCH_BEST` other turns in the same stretch of conversation. */
  stretch: number;
}

/** Neighbours further apart in time belong to different conversations, even if they were stored together. */
const NEIGHBOUR_GAP = 6 * HOUR;
/** A silence that ends a stretch of conversation. */
const STRETCH_GAP = HOUR;
/** Number of other turns that represent a stretch. */
const STRETCH_BEST = 2;

/** Support for each reading, in input order. Only turns among the candidates contribute. */
export function conversationSupport(readings: readonly Reading[], weights: ConversationWeights): Float64Array {
  const support = new Float64Array(readings.length);
  for (const turns of groupsOf(readings).values()) {
    turns.sort((a, b) => place(readings, a) - place(readings, b));
    turns.forEach((turn, i) => {
      support[turn] = fromNeighbours(readings, turns, i, weights);
    });
    for (const stretch of stretchesOf(readings, turns)) addStretch(readings, stretch, weights.stretch, support);
  }
  return support;
}

function groupsOf(readings: readonly Reading[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  readings.forEach(({ candidate: { group, position } }, i) => {
    if (group === null || position === null) return;
    const turns = groups.get(group);
    if (turns) turns.push(i);
    else groups.set(group, [i]);
  });
  return groups;
}

const candidate = (readings: readonly Reading[], at: number) => (readings[at] as Reading).candidate;
const place = (readings: readonly Reading[], at: number) => candidate(readings, at).position as number;

function fromNeighbours(
  readings: readonly Reading[],
  turns: number[],
  i: number,
  weights: ConversationWeights,
): number {
  const self = readings[turns[i] as number] as Reading;
  const before = neighbour(readings, self, turns[i - 1], -1);
  const after = neighbour(readings, self, turns[i + 1], 1);
  const answers = before?.asks && differentSpeakers(before, self);
  const fromBefore = before ? before.candidate.fused * (weights.before + (answers ? weights.answered : 0)) : 0;
  return fromBefore + (after ? after.candidate.fused * weights.after : 0);
}

function neighbour(
  readings: readonly Reading[],
  self: Reading,
  turn: number | undefined,
  step: number,
): Reading | null {
  const other = turn === undefined ? undefined : readings[turn];
  if (!other || (other.candidate.position as number) - (self.candidate.position as number) !== step) return null;
  return Math.abs(other.candidate.at - self.candidate.at) <= NEIGHBOUR_GAP ? other : null;
}

/** Runs of turns, in order of position, without a long silence between them. */
function stretchesOf(readings: readonly Reading[], turns: number[]): number[][] {
  const stretches: number[][] = [];
  turns.forEach((turn, i) => {
    const earlier = i > 0 ? candidate(readings, turns[i - 1] as number).at : Number.NEGATIVE_INFINITY;
    const goesOn = Math.abs(candidate(readings, turn).at - earlier) <= STRETCH_GAP;
    if (goesOn) stretches.at(-1)?.push(turn);
    else stretches.push([turn]);
  });
  return stretches;
}

function addStretch(readings: readonly Reading[], stretch: number[], weight: number, support: Float64Array): void {
  const score = (turn: number) => candidate(readings, turn).fused;
  const best = [...stretch].sort((a, b) => score(b) - score(a)).slice(0, STRETCH_BEST + 1);
  for (const turn of stretch) {
    const others = best.filter((other) => other !== turn).slice(0, STRETCH_BEST);
    const sum = others.reduce((total, other) => total + score(other), 0);
    support[turn] = (support[turn] as number) + (weight * sum) / STRETCH_BEST;
  }
}
