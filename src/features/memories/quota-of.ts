import { monthOf, nextMonth } from '../../kernel/clock.js';
import { ALLOWANCE } from '../keys/caller.js';
import type { Request } from '../request.js';

/** The monthly quota of the calling key, in the form that the write statements take. */
export function quotaOf(request: Request) {
  const limit = request.caller.kind === 'key' ? ALLOWANCE[request.caller.tier] : null;
  return { month: monthOf(request.now), limit, resetAt: nextMonth(request.now), now: request.now };
}
