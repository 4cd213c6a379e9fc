interface Window {
  first: number;
  /** The first row that is no longer drawn. */
  last: number;
}

/** Rows drawn above and below the visible ones, so that a quick scroll does not show gaps. */
const MARGIN = 8;

/** Which rows to draw, in a list of rows of equal height. */
export function windowOf(count: number, rowHeight: number, scrolled: number, height: number): Window {
  const first = Math.max(0, Math.min(count, Math.floor(scrolled / rowHeight) - MARGIN));
  const last = Math.max(first, Math.min(count, Math.ceil((scrolled + height) / rowHeight) + MARGIN));
  return { first, last };
}
