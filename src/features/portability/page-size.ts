/** Records on a page: as many as make about this many characters, as far as the page before can tell. The first has few: they may be of the largest size. */
const PAGE_CHARACTERS = 1_000_000;
const PAGE = { first: 10, most: 500, least: 5 };

export class PageSize {
  limit = PAGE.first;

  /** Looks at what a page held. */
  learn(entries: readonly string[]): void {
    if (entries.length === 0) return;
    const average = entries.reduce((sum, entry) => sum + entry.length, 0) / entries.length;
    this.limit = Math.max(PAGE.least, Math.min(PAGE.most, Math.round(PAGE_CHARACTERS / average)));
  }
}
