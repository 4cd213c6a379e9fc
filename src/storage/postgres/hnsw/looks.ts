/**
 * How many nearest passages a search takes out of an index. More cost time, fewer recall; see docs/scaling.md for the figures.
 *
 * The graph is walked with a list of this many nearest at once. What comes later is found by going on from there.
 */
export const EF_SEARCH = 200;
/** Filters and further passages of the same memory use up some. */
const SPARE = 2;
/** A second look is this much deeper than the first. */
const DEEPER = 5;
/** Deeper looks cost as much as the exact way. */
const DEEPEST = 10_000;

export const firstLook = (limit: number): number => Math.max(EF_SEARCH, limit * SPARE + 16);

/** How deep to look once more after a look that found too few; null: a deeper one would still be too short, go the exact way. */
export function nextLook(depth: number, found: number, limit: number): number | null {
  const next = depth * DEEPER;
  return next <= DEEPEST && found * DEEPER >= limit ? next : null;
}
