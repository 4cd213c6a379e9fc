export interface Window {
  first: number;
  /** The first one that is not drawn any more. */
  last: number;
}

/** Rows drawn above and below what is seen: a quick scroll finds them there. */
const MARGIN = 8;

/** Which rows of a list of equally high ones are drawn. */
export function windowOf(count: number, rowHeight: number, scrolled: number, height: number): Window {
  const first = Math.max(0, Math.min(count, Math.floor(scrolled / rowHeight) - MARGIN));
  const last = Math.max(first, Math.min(count, Math.ceil((scrolled + height) / rowHeight) + MARGIN));
  return { first, last };
}
