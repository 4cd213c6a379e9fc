import type { Tier } from '../../features/keys/caller.js';
import { type Clock, MINUTE } from '../../kernel/clock.js';
import { RecentMap } from '../recent-map.js';
import { PER_MINUTE, type RateLimitResult, type RateLimits, resultOf } from './rate-limit.js';

export interface RateLimiterOptions {
  clock: Clock;
  /** Requests a minute for every key, in place of the tiers'; 0: no limit. */
  perMinute?: number | undefined;
}
interface Bucket {
  tokens: number;
  /** When `tokens` was right. */
  at: number;
}

/** The buckets of a process that is alone with its database: in memory. */
export class RateLimiter implements RateLimits {
  readonly #clock: Clock;
  readonly #override: number | undefined;
  // A bucket that lies untouched for a minute is full, which is what a missing one is.
  readonly #buckets: RecentMap<Bucket>;

  constructor({ clock, perMinute }: RateLimiterOptions) {
    this.#clock = clock;
    this.#override = perMinute;
    this.#buckets = new RecentMap(clock);
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  take(keyId: string, tier: Tier): RateLimitResult | null {
    const limit = this.#override ?? PER_MINUTE[tier];
    if (limit === 0) return null;
    const now = this.#clock.now();
    const bucket = this.#buckets.get(keyId, () => ({ tokens: limit, at: now }));
    bucket.tokens = Math.min(limit, bucket.tokens + (Math.max(0, now - bucket.at) * limit) / MINUTE);
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    return resultOf(limit, bucket.tokens, allowed);
  }
}
