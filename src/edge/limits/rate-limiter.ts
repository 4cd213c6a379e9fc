import type { Tier } from '../../features/keys/caller.js';
import { type Clock, MINUTE } from '../../kernel/clock.js';
import { RecentMap } from '../recent-map.js';
import { PER_MINUTE, type RateLimitResult, type RateLimits, resultOf } from './rate-limit.js';

interface RateLimiterOptions {
  clock: Clock;
  /** Requests per minute for every key, overriding the tiers; 0: no limit. */
  perMinute?: number | undefined;
}
interface Bucket {
  tokens: number;
  /** The time `tokens` refers to. */
  at: number;
}

/** In-memory buckets, for a process that is alone with its database. */
export class RateLimiter implements RateLimits {
  readonly #clock: Clock;
  readonly #override: number | undefined;
  // A bucket untouched for a minute is full, and so is a missing one.
  readonly #buckets: RecentMap<Bucket>;

  constructor({ clock, perMinute }: RateLimiterOptions) {
    this.#clock = clock;
    this.#override = perMinute;
    this.#buckets = new RecentMap(clock);
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
