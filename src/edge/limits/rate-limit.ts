import type { Tier } from '../../features/keys/caller.js';
import { MINUTE, SECOND } from '../../kernel/clock.js';

export interface RateLimitResult {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Until the bucket is full again. */
  resetSeconds: number;
  /** Until the next request is allowed; 0 if this one was. */
  retryAfter: number;
}

/** A token bucket per key: it holds a minute's worth and refills evenly. */
export interface RateLimits {
  /** Null: there is no limit. */
  take(keyId: string, tier: Tier): RateLimitResult | null | Promise<RateLimitResult | null>;
}

export const PER_MINUTE: Record<Tier, number> = { free: 1_200, pro: 12_000 };

export function resultOf(limit: number, tokens: number, allowed: boolean): RateLimitResult {
  const seconds = (count: number) => Math.max(0, Math.ceil((count * MINUTE) / limit / SECOND));
  return {
    allowed,
    limit,
    remaining: Math.max(0, Math.floor(tokens)),
    resetSeconds: seconds(limit - tokens),
    retryAfter: allowed ? 0 : Math.max(1, seconds(1 - tokens)),
  };
}

/** The IETF draft's two headers and the older ones; `X-RateLimit-Reset` is in seconds from now. */
export const headers = ({ limit, remaining, resetSeconds }: RateLimitResult): Record<string, string> => ({
  'RateLimit-Policy': `"default";q=${limit};w=60`,
  RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetSeconds),
});
