/** How often acting on something went well and how often it did not. */
export interface TrackRecord {
  successes: number;
  failures: number;
}

/** Something untried counts as one success and one failure: the first report moves it, but not to the end of the scale. */
const PRIOR = 1;
/** Standard deviations below the estimate: about 84 % sure that the true rate is higher. */
const Z = 1;

/**
 * The success rate that can be relied on: the lower bound of Wilson's interval. Nine of ten is worth more than one of one, which may have been
 * luck.
 */
export function reliability({ successes, failures }: TrackRecord): number {
  const n = successes + failures + 2 * PRIOR;
  const rate = (successes + PRIOR) / n;
  const spread = Z * Math.sqrt((rate * (1 - rate)) / n + Z ** 2 / (4 * n ** 2));
  return (rate + Z ** 2 / (2 * n) - spread) / (1 + Z ** 2 / n);
}

const UNTRIED = reliability({ successes: 0, failures: 0 });

/** −1 (never works) … 0 (untried) … 1 (always works), as far as is known. */
export function standing(record: TrackRecord): number {
  const known = reliability(record);
  return known >= UNTRIED ? (known - UNTRIED) / (1 - UNTRIED) : (known - UNTRIED) / UNTRIED;
}
