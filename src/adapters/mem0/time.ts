const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
/** Larger numbers are milliseconds: as seconds they would be past the year 5138. */
const FIRST_MILLISECONDS = 1e11;
/** The longest time to live that the service accepts. */
const MAX_SECONDS = 315_360_000;

/** Converts a `Date`, Unix seconds (or milliseconds), or ISO 8601 to milliseconds; without a zone, UTC is assumed. */
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

/** The end of a time: a day alone ends with its last moment. */
export const endOf = (name: string, value: unknown): number =>
  timeOf(name, value) + (typeof value === 'string' && DAY_ALONE.test(value) ? DAY_MS : 0);

/** Seconds from now until an expiration date has passed. */
function secondsUntil(name: string, value: unknown): number {
  const seconds = (endOf(name, value) - Date.now()) / 1_000;
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds;
  throw new Error(`${name} must be in the future, at most ten years from now, not ${JSON.stringify(value)}`);
}

/** When something happened, which cannot be in the future. */
function pastTime(name: string, value: unknown): number {
  const time = timeOf(name, value);
  if (time > Date.now()) throw new Error(`${name} must not be in the future, not ${JSON.stringify(value)}`);
  return time;
}

/** The time options, as the service accepts them. */
export function timesOf({ timestamp, expirationDate }: { timestamp?: unknown; expirationDate?: unknown }) {
  return {
    ...(timestamp === undefined ? {} : { valid_from: pastTime('timestamp', timestamp) }),
    ...(expirationDate === undefined
      ? {}
      : { ttl_seconds: expirationDate === null ? null : secondsUntil('expirationDate', expirationDate) }),
  };
}
