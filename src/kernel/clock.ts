/** Time is a parameter: services use the system clock, tests use one that they advance. */
export interface Clock {
  /** Unix milliseconds, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The UTC day, `2026-11-15`. */
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
/** The UTC month, `2026-11`. */
export const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7);
/** The first millisecond of the UTC month after the one `time` is in. */
export function nextMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/**
 * The clocks of nodes differ by less than this. A time further ahead than this and than anything the code writes dates from before a clock
 * was set back.
 */
export const CLOCK_SKEW_MS = MINUTE;
