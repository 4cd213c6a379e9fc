import type { Tier } from '../../features/keys/caller.js';
import { type Clock, MINUTE, SECOND } from '../../kernel/clock.js';
import type { Database } from '../../storage/database.js';
import { RecentMap } from '../recent-map.js';
import { PER_MINUTE, type RateLimitResult, type RateLimits, resultOf } from './rate-limit.js';
import { sweepBuckets, takeSlice } from './rate-store.js';

interface SharedRateLimiterOptions {
  database: Database;
  clock: Clock;
  nodeId: string;
  /** Requests per minute for every key, overriding the tiers; 0: no limit. */
  perMinute?: number | undefined;
}

/** Milliseconds after which a node returns what it borrowed and did not spend. */
const LENT_FOR = SECOND;
/** A node never holds more than this share of a minute, so that the others miss little of it at any moment. */
const LARGEST_SHARE = 1 / 60;

/** What this node knows about one key's bucket, and what it holds of it. */
interface Share {
  held: number;
  /** The size of the last slice. */
  lent: number;
  /** How much to borrow next: what was spent of the last slice, or twice that slice if it did not last. */
  want: number;
  /** The time of the last loan. Earlier times mean that the clock was set back. */
  askedAt: number;
  until: number;
  /** Until then the bucket cannot hold a token. */
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
 * Buckets shared by the nodes of one database. A node borrows a slice of a bucket and spends it without asking again. A slow caller's slice
 * is one token; a fast caller's is what it spends in a second.
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

  /**
   * Spends from what this node holds. Null: the bucket must be asked. A slice that was just borrowed is spent no matter how long borrowing
   * it took.
   */
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

  /** Deletes buckets that are full. */
  sweep(): Promise<void> {
    return this.#options.database.system(sweepBuckets, { now: this.#options.clock.now() });
  }
}
