import { setImmediate } from 'node:timers/promises';

/**
 * Work that can be interrupted: it yields how much it has done since it last did. A unit is about what reading a character takes, some
 * 0.2 µs on a small machine.
 */
export type Work<T> = Generator<number, T, void>;

/** Units after which others get their turn: about 5 ms, so that a request that waits behind many of these waits for one of their turns each. */
export const TURN_UNITS = 25_000;

/** Does the work while others have their turns. `pass` is a parameter, so that tests can count. */
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
