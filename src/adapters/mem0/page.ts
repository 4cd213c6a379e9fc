import { countOf, type Options } from './options.js';

export interface Page<Item> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Item[];
}

const PAGE = 100;
const MAX_IN_PAGE = 1_000;

/** One page, the first unless given; everything if neither page nor size is given. */
export function pageOf<Item>(items: Item[], { page, pageSize }: Options): Page<Item> {
  if (page === undefined && pageSize === undefined)
    return { count: items.length, next: null, previous: null, results: items };
  const at = countOf('page', page ?? 1, Number.MAX_SAFE_INTEGER);
  const size = countOf('pageSize', pageSize ?? PAGE, MAX_IN_PAGE);
  return {
    count: items.length,
    next: at * size < items.length ? String(at + 1) : null,
    previous: at > 1 ? String(at - 1) : null,
    results: items.slice((at - 1) * size, at * size),
  };
}
