import type { Tier } from '../../features/keys/caller.js';
import { type Clock, MINUTE, SECOND } from '../../kernel/clock.js';
import type { Database } from '../../storage/database.js';
import { RecentMap } from '../recent-map.js';
import { PER_MINUTE, type RateLimitResult, type RateLimits, resultOf } from './rate-limit.js';
import { sweepBuckets, takeSlice } from './rate-store.js';

export interface SharedRateLimiterOptions {
  database: Database;
  clock: Clock;
  nodeId: string;
  /** Requests a minute for every key, in place of the tiers'; 0: no limit. */
  perMinute?: number | undefined;
}

/** Milliseconds in which a node spends what it was lent, or gives it back. */
const LENT_FOR = SECOND;
/** A node never holds more than so much of a minute: what others then miss for a moment stays small. */
const LARGEST_SHARE = 1 / 60;

/** What this node knows and holds of one key's bucket. */
interface Share {
  held: number;
  /** How many the last slice had. */
  lent: number;
  /** What to ask for next: as many as were spent of the last slice, twice that when it did not last. */
  want: number;
  /** When it was last asked for; times before that are those of a clock that was set back. */
  askedAt: number;
  until: number;
  /** Before this the bucket cannot have a token. */
  emptyUntil: number;
  tokens: number;
  at: number;
  waiting: number;
  asking: Promise<void> | undefined;
}
const newShare = (limit: number): Share => ({
  ...{ held: 0, lent: 0, want: 1, askedAt: 0, until: 0, emptyUntil: 0, tokens: limit, at: 0, waiting: 0 },
  asking: undefined,
});

/**
 * Buckets that the nodes of one database share. A node borrows slices of a bucket and spends them without asking again: a slow caller's
 * are of one token, a fast one's as large as what it spends in a second.
 */
export class SharedRateLimiter implements RateLimits {
  readonly #options: SharedRateLimiterOptions;
  readonly #shares: RecentMap<Share>;

  constructor(options: SharedRateLimiterOptions) {
    this.#options = options;
    this.#shares = new RecentMap(options.clock);
  }

  take(keyId: string, tier: Tier): Promise<RateLimitResult> | RateLimitResult | null {
    const limit = this.#options.perMinute ?? PER_MINUTE[tier];
    if (limit === 0) return null;
    const share = this.#shares.get(keyId, () => newShare(limit));
    return this.#spend(share, limit) ?? this.#borrow(keyId, share, limit);
  }

  /** From what is known here; null: the bucket has to be asked. What was asked for just now is spent however long that took. */
  #spend(share: Share, limit: number, fresh = false): RateLimitResult | null {
    const now = this.#options.clock.now();
    if (now < share.askedAt) return null;
    const allowed = share.held >= 1 && (fresh || now < share.until);
    if (!allowed && now >= share.emptyUntil) return null;
    if (allowed) share.held -= 1;
    const shared = Math.min(limit, share.tokens + (Math.max(0, now - share.at) * limit) / MINUTE);
    return resultOf(limit, Math.min(limit, shared + share.held), allowed);
  }

  async #borrow(keyId: string, share: Share, limit: number): Promise<RateLimitResult> {
    share.waiting++;
    try {
      for (;;) {
        share.asking ??= this.#ask(keyId, share, limit).finally(() => {
          share.asking = undefined;
        });
        await share.asking;
        const result = this.#spend(share, limit, true);
        if (result) return result;
      }
    } finally {
      share.waiting--;
    }
  }

  async #ask(keyId: string, share: Share, limit: number): Promise<void> {
    const { database, clock, nodeId: node } = this.#options;
    const now = clock.now();
    const lasted = now >= share.until;
    const largest = Math.max(1, Math.floor(limit * LARGEST_SHARE));
    share.want = Math.min(largest, Math.max(1, lasted ? share.lent - share.held : share.lent * 2));
    const { waiting, held: returned } = share;
    const wanted = Math.max(share.want, Math.min(waiting, largest));
    const until = now + LENT_FOR;
    share.held = 0;
    const slice = await database.system(takeSlice, {
      ...{ keyId, node, limit, now, until, wanted, waiting, returned },
    });
    Object.assign(share, { held: slice.granted, lent: slice.granted, tokens: slice.tokens, at: slice.at });
    Object.assign(share, { askedAt: now, until });
    share.emptyUntil = slice.granted > 0 ? 0 : now + Math.ceil(((1 - slice.tokens) * MINUTE) / limit);
  }

  /** Forgets buckets that are full. */
  sweep(): Promise<void> {
    return this.#options.database.system(sweepBuckets, { now: this.#options.clock.now() });
  }
}
