import type { Caller } from '../features/keys/caller.js';
import { RecollectError } from '../kernel/errors.js';
import type { RateLimits } from './limits/rate-limit.js';

/** The status that a failed call is returned and counted with. */
export function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : 500;
}

export const tooMany = (limit: number, retryAfter: number) =>
  new RecollectError('rate_limited', `More than ${limit} requests per minute: try again in ${retryAfter} s.`, {
    retryAfter,
  });

/** Takes one request from the key's rate limit. Throws 429 if none is left. */
export async function spendOne(limiter: RateLimits, caller: Caller): Promise<void> {
  const rate = caller.kind === 'key' ? await limiter.take(caller.keyId, caller.tier) : null;
  if (rate && !rate.allowed) throw tooMany(rate.limit, rate.retryAfter);
}

/** The owner of the caller's `Idempotency-Key`s. */
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

/** The user an input or a response is about, if it names one: what is stored about the call is deleted together with that user. */
export function userOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('user_id' in value && typeof value.user_id === 'string') return value.user_id;
  // A batch is about a user only if all of its memories are.
  const users = 'memories' in value && Array.isArray(value.memories) ? new Set(value.memories.map(userOf)) : null;
  return users?.size === 1 ? ([...users][0] ?? null) : null;
}
