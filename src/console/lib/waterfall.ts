export interface Part {
  name: string;
  value: number;
}
interface Step extends Part {
  /** Where it begins and ends on the score axis. */
  from: number;
  to: number;
}

/** Too small for a bar to show; also covers rounding errors. */
const NOTHING = 1e-6;

/** The parts end to end: first the positive ones, then the negative ones, so that the last one ends at the sum. */
export function waterfall(parts: readonly Part[]): Step[] {
  const some = parts.filter(({ value }) => Math.abs(value) > NOTHING);
  const ordered = [...some.filter(({ value }) => value > 0), ...some.filter(({ value }) => value < 0)];
  let at = 0;
  return ordered.map((part) => {
    const from = at;
    at += part.value;
    return { ...part, from, to: at };
  });
}

/** A scale that fits the bar of every result. */
export function scaleOf(results: readonly (readonly Part[])[]): { low: number; high: number } {
  const ends = results.flatMap((parts) => waterfall(parts).flatMap(({ from, to }) => [from, to]));
  return { low: Math.min(0, ...ends), high: Math.max(NOTHING, ...ends) };
}
