import type { Reading } from './reading.js';

/** Statements made no further apart than this belong to one occasion. */
const SAME_OCCASION_MS = 36 * 3_600_000;

/**
 * What is said on one occasion is about one state of the world: two figures for the same thing are then a correction,
 * and nothing was experienced for the first time in between. Said further apart, or at an unknown time, both may have
 * been right when they were said, so more evidence is asked for.
 */
export const sameOccasion = (a: Reading, b: Reading) =>
  a.at !== null && b.at !== null && Math.abs(a.at - b.at) <= SAME_OCCASION_MS;
