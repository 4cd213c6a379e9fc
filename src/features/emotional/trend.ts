export const TRENDS = ['improving', 'declining', 'steady', 'unknown'] as const;
type Trend = (typeof TRENDS)[number];

export const TREND = {
  /** How many of the last interactions are considered. */
  interactions: 20,
  /** Fewer than this say nothing. */
  least: 4,
  /** A smaller difference between the two halves' mean valences is not a change. */
  change: 0.15,
} as const;

/** Adding in a different order changes a sum by less than this. */
const ROUNDING = 1e-9;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The square of a mean's standard error. */
function squaredError(values: readonly number[]): number {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return squares / Math.max(1, values.length - 1) / values.length;
}

/**
 * Compares the newer half of the last interactions with the older half (the middle one of an odd number is left out). A change must be both large
 * enough to matter and larger than its own standard error.
 */
export function trendOf(newestFirst: readonly number[]): Trend {
  const recent = newestFirst.slice(0, TREND.interactions);
  if (recent.length < TREND.least) return 'unknown';
  const half = Math.floor(recent.length / 2);
  const [newer, older] = [recent.slice(0, half), recent.slice(-half)];
  const change = mean(newer) - mean(older);
  const needed = Math.max(TREND.change, Math.sqrt(squaredError(newer) + squaredError(older)));
  if (Math.abs(change) < needed + ROUNDING) return 'steady';
  return change > 0 ? 'improving' : 'declining';
}
