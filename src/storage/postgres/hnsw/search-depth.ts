/**
 * How many nearest passages a search takes from an index. More cost time, fewer cost recall; see docs/scaling.md for the figures.
 *
 * The graph is traversed with a list of this many nearest neighbours at once; an iterative scan continues from there.
 */
export const EF_SEARCH = 200;
/** Filters and further passages of the same memory use up some of them. */
const SPARE = 2;
/** A second search is this many times deeper than the first. */
const DEEPER = 5;
/** Deeper searches cost as much as an exact search. */
const DEEPEST = 10_000;

export const initialDepth = (limit: number): number => Math.max(EF_SEARCH, limit * SPARE + 16);

/** How deep to search after a search that found too few; null: a deeper one would still find too few, so search exactly. */
export function nextDepth(depth: number, found: number, limit: number): number | null {
  const next = depth * DEEPER;
  return next <= DEEPEST && found * DEEPER >= limit ? next : null;
}
