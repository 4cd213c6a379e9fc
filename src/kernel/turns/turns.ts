import { setImmediate } from 'node:timers/promises';

/**
 * Interruptible work: it yields how much it has done since the last yield. A unit is about the cost of reading a character, some 0.2 µs on
 * a small machine.
 */
export type Work<T> = Generator<number, T, void>;

/** Units after which others get their turn: about 5 ms, so that a request behind many of these waits for one turn of each. */
export const TURN_UNITS = 25_000;

/** Does the work while others get their turns. `pass` is a parameter, so that tests can count. */
export async function inTurns<T>(work: Work<T>, pass: () => Promise<unknown> = setImmediate): Promise<T> {
  let units = 0;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    units += step.value;
    if (units < TURN_UNITS) continue;
    await pass();
    units = 0;
  }
}

/** Does the work without a pause. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
