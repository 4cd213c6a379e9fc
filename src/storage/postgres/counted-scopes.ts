import { SECOND } from '../../kernel/clock.js';
import type { LexicalStatistics } from './hybrid-sql.js';

/** From this many memories on, one more or less is lost in the rounding of a score, whereas counting them noticeably slows a search. */
const COUNTED_ANEW_BELOW = 5_000;
/** A count is valid for one millisecond per memory, and at most this long. */
const LONGEST_MS = 60 * SECOND;
const CAP = 10_000;

/** How many memories and words the larger users have, as recently counted by this node. */
export class CountedScopes {
  readonly #counted = new Map<string, { until: number; statistics: LexicalStatistics }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  lately(keyId: string, userId: string): LexicalStatistics | undefined {
    const known = this.#counted.get(nameOf(keyId, userId));
    return known && known.until > this.#now() ? known.statistics : undefined;
  }

  remember(keyId: string, userId: string, statistics: LexicalStatistics): LexicalStatistics {
    const name = nameOf(keyId, userId);
    this.#counted.delete(name);
    if (statistics.memories >= COUNTED_ANEW_BELOW) {
      const until = this.#now() + Math.min(LONGEST_MS, statistics.memories);
      this.#counted.set(name, { until, statistics });
      if (this.#counted.size > CAP) this.#counted.delete(this.#counted.keys().next().value as string);
    }
    return statistics;
  }
}

/** Key ids contain no slash. */
const nameOf = (keyId: string, userId: string) => `${keyId}/${userId}`;
