import type { Tier } from '../features/keys/caller.js';
import { type Clock, MINUTE, SECOND } from '../kernel/clock.js';

export interface RateLimiterOptions {
  clock: Clock;
  /** Requests a minute for every key, in place of the tiers'; 0: no limit. */
  perMinute?: number | undefined;
}
export interface RateLimitResult {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the bucket is full again. */
  resetSeconds: number;
  /** Until the next request is let through; 0 where this one was. */
  retryAfter: number;
}
interface Bucket {
  tokens: number;
  /** When `tokens` was right. */
  at: number;
}

export const PER_MINUTE: Record<Tier, number> = { free: 1_200, pro: 12_000 };

/** A token bucket per key: a minute's worth at once, refilled evenly. Each node counts for itself. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #override: number | undefined;
  // A bucket that lies untouched for a minute is full, which is what a missing one is: so two generations, a minute
  // each, hold all that matters, and forgetting costs nothing per key.
  #young = new Map<string, Bucket>();
  #old = new Map<string, Bucket>();
  #turnedAt: number;

  constructor({ clock, perMinute }: RateLimiterOptions) {
    this.#clock = clock;
    this.#override = perMinute;
    this.#turnedAt = clock.now();
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** Null: nothing is limited. */
  take(keyId: string, tier: Tier): RateLimitResult | null {
    const limit = this.#override ?? PER_MINUTE[tier];
    if (limit === 0) return null;
    const now = this.#clock.now();
    const perMs = limit / MINUTE;
    const bucket = this.#bucket(keyId, now, limit);
    bucket.tokens = Math.min(limit, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
    bucket.at = now;
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const seconds = (tokens: number) => Math.max(0, Math.ceil(tokens / perMs / SECOND));
    return {
      allowed,
      limit,
      remaining: Math.floor(bucket.tokens),
      resetSeconds: seconds(limit - bucket.tokens),
      retryAfter: allowed ? 0 : Math.max(1, seconds(1 - bucket.tokens)),
    };
  }

  #bucket(keyId: string, now: number, limit: number): Bucket {
    if (Math.abs(now - this.#turnedAt) >= MINUTE) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#turnedAt = now;
    }
    let bucket = this.#young.get(keyId);
    if (!bucket) {
      bucket = this.#old.get(keyId) ?? { tokens: limit, at: now };
      this.#old.delete(keyId);
      this.#young.set(keyId, bucket);
    }
    return bucket;
  }
}

/** The IETF draft's two headers and the older ones; `X-RateLimit-Reset` is in seconds from now. */
export const headers = ({ limit, remaining, resetSeconds }: RateLimitResult): Record<string, string> => ({
  'RateLimit-Policy': `"default";q=${limit};w=60`,
  RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetSeconds),
});
