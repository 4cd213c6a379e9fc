/** Calls `run` once after `ms` milliseconds; the returned function cancels it. A parameter, so that tests need not wait. */
export type Later = (ms: number, run: () => void) => () => void;

export const later: Later = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Pauses between attempts, in milliseconds: short at first, so that a brief failure passes unnoticed, then longer. */
export const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
export const nextPause = (pause: number) => Math.min(pause * 2, LONGEST_PAUSE);
