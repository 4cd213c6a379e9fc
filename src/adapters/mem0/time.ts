const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
/** From here on a number is milliseconds: as seconds it would be the year 5138. */
const FIRST_MILLISECONDS = 1e11;
/** The longest that the service forgets after. */
const MOST_SECONDS = 315_360_000;

/** Milliseconds of a `Date`, of Unix seconds (or milliseconds), or of ISO 8601, where no zone means UTC. */
export function timeOf(name: string, value: unknown): number {
  const time = millisecondsOf(value);
  if (Number.isNaN(time))
    throw new Error(
      `${name} must be a date, Unix seconds or ISO 8601 such as 2025-01-31, not ${JSON.stringify(value)}`,
    );
  return time;
}

function millisecondsOf(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'string' && /^\d+$/.test(value)) return millisecondsOf(Number(value));
  if (typeof value === 'number' && Number.isFinite(value))
    return Math.round(value >= FIRST_MILLISECONDS ? value : value * 1_000);
  if (typeof value !== 'string' || !ISO.test(value)) return Number.NaN;
  return Date.parse(/T[^Z+-]*$/.test(value) ? `${value}Z` : value);
}

/** When a time is over: a day alone ends with its last moment. */
export const endOf = (name: string, value: unknown): number =>
  timeOf(name, value) + (typeof value === 'string' && DAY_ALONE.test(value) ? DAY_MS : 0);

/** Seconds from now until an expiration date is over. */
function secondsUntil(name: string, value: unknown): number {
  const seconds = (endOf(name, value) - Date.now()) / 1_000;
  if (seconds > 0 && seconds <= MOST_SECONDS) return seconds;
  throw new Error(`${name} must lie in the future, at most ten years from now, not ${JSON.stringify(value)}`);
}

/** When something happened, which is not in the future. */
function pastTime(name: string, value: unknown): number {
  const time = timeOf(name, value);
  if (time > Date.now()) throw new Error(`${name} must not lie in the future, not ${JSON.stringify(value)}`);
  return time;
}

/** The options that say when, as the service takes them. */
export function timesOf({ timestamp, expirationDate }: { timestamp?: unknown; expirationDate?: unknown }) {
  return {
    ...(timestamp === undefined ? {} : { valid_from: pastTime('timestamp', timestamp) }),
    ...(expirationDate === undefined
      ? {}
      : { ttl_seconds: expirationDate === null ? null : secondsUntil('expirationDate', expirationDate) }),
  };
}
