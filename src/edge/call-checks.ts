import type { Caller } from '../features/keys/caller.js';
import { RecollectError } from '../kernel/errors.js';
import type { RateLimits } from './limits/rate-limit.js';

/** The status a failed call is answered and counted with. */
export function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : 500;
}

export const tooMany = (limit: number, retryAfter: number) =>
  new RecollectError('rate_limited', `More than ${limit} requests per minute: try again in ${retryAfter} s.`, {
    retryAfter,
  });

/** Takes one request of the key's rate limit. Throws 429 where none is left. */
export async function spendOne(limiter: RateLimits, caller: Caller): Promise<void> {
  const rate = caller.kind === 'key' ? await limiter.take(caller.keyId, caller.tier) : null;
  if (rate && !rate.allowed) throw tooMany(rate.limit, rate.retryAfter);
}

/** Whose `Idempotency-Key`s they are. */
export function ownerOf(caller: Caller): string {
  switch (caller.kind) {
    case 'key':
      return caller.keyId;
    case 'admin':
      return 'admin';
    case 'issuer':
      return caller.issuerId;
    case 'anonymous':
      return `signup:${caller.address}`;
  }
}

/** The user an input or an answer is about, if it says one: what is kept of the call goes when that user is forgotten. */
export function userOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('user_id' in value && typeof value.user_id === 'string') return value.user_id;
  // A batch is about a user when all of it is.
  const users = 'memories' in value && Array.isArray(value.memories) ? new Set(value.memories.map(userOf)) : null;
  return users?.size === 1 ? ([...users][0] ?? null) : null;
}
