/** Records on a page: as many as make about this many characters, as far as the page before can tell. */
const PAGE_CHARACTERS = 1_000_000;
const PAGE = { first: 100, most: 500, least: 10 };

export class PageSize {
  limit = PAGE.first;

  /** Looks at what a page held. */
  learn(entries: readonly string[]): void {
    if (entries.length === 0) return;
    const average = entries.reduce((sum, entry) => sum + entry.length, 0) / entries.length;
    this.limit = Math.max(PAGE.least, Math.min(PAGE.most, Math.round(PAGE_CHARACTERS / average)));
  }
}
