import { MISFIT, parse } from './parse.js';
import { MAX_STEPS, misfitsOf, pumpsOf, stepsOf } from './steps.js';

const SHORT = 120;
const MIN_TIMES = 12;
/** Twice the text is about twice the work; four times would be quadratic. */
const MAX_GROWTH = 2.7;
/** Steps per character that are harmless, whatever their growth. */
const FEW = 12;

/** A text on which the work of the expression grows faster than the length, and the growth when the text is twice as long; null if none is found. */
export function superLinear({
  source,
  flags,
}: {
  source: string;
  flags: string;
}): { text: string; growth: number } | null {
  const root = parse(source, flags);
  const sticky = flags.includes('y');
  // They make the match before them fail.
  const tails = new Set([MISFIT, '', ...misfitsOf(root)]);
  for (const { before, part } of pumpsOf(root)) {
    for (const tail of tails) {
      // Whole repetitions, and enough of them that the effects at the ends do not matter.
      const times = Math.max(MIN_TIMES, Math.ceil(SHORT / part.length));
      const text = (factor: number) => before + part.repeat(times * factor) + tail;
      const steps = stepsOf(root, text(2), { sticky });
      if (steps < FEW * text(2).length) continue;
      if (steps > MAX_STEPS) return { text: `${before}${part}…`, growth: Number.POSITIVE_INFINITY };
      const growth = steps / stepsOf(root, text(1), { sticky });
      if (growth > MAX_GROWTH) return { text: `${before}${part}…`, growth };
    }
  }
  return null;
}
