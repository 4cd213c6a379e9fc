/**
 * Records per page: as many as add up to about this many characters, estimated from the page before. The first page has few: its records may be of
 * the largest size.
 */
const PAGE_CHARACTERS = 1_000_000;
const PAGE = { first: 10, most: 500, least: 5 };

export class PageSize {
  limit = PAGE.first;

  /** Adjusts the estimate to the contents of a page. */
  learn(entries: readonly string[]): void {
    if (entries.length === 0) return;
    const average = entries.reduce((sum, entry) => sum + entry.length, 0) / entries.length;
    this.limit = Math.max(PAGE.least, Math.min(PAGE.most, Math.round(PAGE_CHARACTERS / average)));
  }
}
