import type { Caller } from '../features/keys/caller.js';
import { RecollectError } from '../kernel/errors.js';

/** The status a failed call is answered and counted with. */
export function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : 500;
}

export const tooMany = (limit: number, retryAfter: number) =>
  new RecollectError('rate_limited', `More than ${limit} requests a minute: try again in ${retryAfter} s.`, {
    retryAfter,
  });

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

/** The user an input is about, if it says one: what is kept of the call goes when that user is forgotten. */
export function userOf(input: unknown): string | null {
  const user = typeof input === 'object' && input !== null && 'user_id' in input ? input.user_id : null;
  return typeof user === 'string' ? user : null;
}
