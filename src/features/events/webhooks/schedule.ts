import { CLOCK_SKEW_MS, DAY, HOUR, MINUTE, SECOND } from '../../../kernel/clock.js';

/** An event is retried for this long after its first attempt, then it is given up. */
const RETRY_FOR_MS = 24 * HOUR;
/** A subscription that nothing reached for this long is disabled. */
export const GIVE_UP_AFTER_MS = 5 * DAY;

/** The pause after the first failure, the second, … ; the last one repeats. */
const PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
/** The longest pause that a receiver may ask for. */
const LONGEST_PAUSE_MS = 6 * HOUR;
/** Times further ahead than this were written before a clock was set back, and are ignored. */
export const latestPause = (now: number) => now + LONGEST_PAUSE_MS + CLOCK_SKEW_MS;
/** Pauses vary by up to this share, so that receivers that failed together are not retried together. */
const JITTER = 0.2;

/**
 * When to retry after `attempts` failures; null: never. The last attempt is at the end of the retry period. A later time that the receiver names is
 * respected, within limits.
 */
export function nextAttempt(given: {
  attempts: number;
  firstAt: number;
  now: number;
  retryAfterMs: number | null;
  /** 0 to 1. */
  random: number;
}): number | null {
  const last = given.firstAt + RETRY_FOR_MS;
  if (given.now >= last) return null;
  const pause = PAUSES[Math.min(given.attempts, PAUSES.length) - 1] ?? PAUSES[0] ?? SECOND;
  const spread = Math.round(pause * (1 + JITTER * (2 * given.random - 1)));
  return Math.min(last, given.now + Math.max(spread, Math.min(given.retryAfterMs ?? 0, LONGEST_PAUSE_MS)));
}

/** `Retry-After` in milliseconds from now, in either of its forms; null if it is missing or unusable. */
export function retryAfter(header: string | undefined, now: number): number | null {
  if (!header) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
