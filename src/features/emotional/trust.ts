import { DAY } from '../../kernel/clock.js';

/** The formula is in docs/emotional.md. */
export const TRUST = {
  /** After this many days a piece of evidence counts half. */
  halfLifeDays: 60,
  /** How much evidence the initial score of 50 is worth: the larger, the slower trust moves. */
  prior: 5,
  /** Trust is lost faster than it is gained. */
  negativeWeight: 2,
  /** Interactions, weighted by age, at which the confidence is one half. */
  halfConfidence: 10,
} as const;

/** Older evidence weighs less than a millionth: it is summed up without its day. */
export const HORIZON_MS = 20 * TRUST.halfLifeDays * DAY;

/** What happened at a time: one interaction, or those of a day together. */
export interface Evidence {
  /** Unix milliseconds; a time in the future counts as now. */
  at: number;
  interactions: number;
  /** Sum of the valences above zero. */
  positive: number;
  /** Sum of those below, without their sign. */
  negative: number;
}

interface Trust {
  /** 0–100. */
  score: number;
  /** 0–1: how much evidence supports the score. */
  confidence: number;
}

/** 1 now, half after a half-life. */
export const weightOf = (at: number, now: number): number => 2 ** (-Math.max(0, now - at) / (TRUST.halfLifeDays * DAY));

/** The mean of a beta distribution that starts at one half: every piece of evidence moves it less than the one before. */
export function trustOf(evidence: Iterable<Evidence>, now: number): Trust {
  let good = TRUST.prior / 2;
  let bad = TRUST.prior / 2;
  let interactions = 0;
  for (const one of evidence) {
    const weight = weightOf(one.at, now);
    good += weight * one.positive;
    bad += weight * TRUST.negativeWeight * one.negative;
    interactions += weight * one.interactions;
  }
  return { score: (100 * good) / (good + bad), confidence: interactions / (interactions + TRUST.halfConfidence) };
}
