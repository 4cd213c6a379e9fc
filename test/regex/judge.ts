import { parse } from './parse.js';
import { MOST, pumpsOf, stepsOf } from './steps.js';

const SHORT = 120;
const LEAST_TIMES = 12;
/** Twice the text is twice the work, give or take the ends; four times is quadratic. */
const MOST_GROWTH = 2.7;
/** Steps a character that are nothing to worry about whatever they grow like. */
const FEW = 12;

/** A character that no expression waits for: what came before it was in vain. */
const MISFIT = '\u0001';

/** A text on which the expression works more than in proportion to its length, and how much more when it is twice as long; null when none is found. */
export function superLinear({
  source,
  flags,
}: {
  source: string;
  flags: string;
}): { text: string; growth: number } | null {
  const root = parse(source, flags);
  const sticky = flags.includes('y');
  for (const { before, part } of pumpsOf(root)) {
    for (const tail of [MISFIT, '']) {
      // Whole parts, and enough of them for what happens at the ends not to count.
      const times = Math.max(LEAST_TIMES, Math.ceil(SHORT / part.length));
      const text = (factor: number) => before + part.repeat(times * factor) + tail;
      const steps = stepsOf(root, text(2), { sticky });
      if (steps < FEW * text(2).length) continue;
      if (steps > MOST) return { text: `${before}${part}…`, growth: Number.POSITIVE_INFINITY };
      const growth = steps / stepsOf(root, text(1), { sticky });
      if (growth > MOST_GROWTH) return { text: `${before}${part}…`, growth };
    }
  }
  return null;
}
