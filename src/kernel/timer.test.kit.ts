import type { Later } from './timer.js';

/** Time that passes when the test says so. */
export function manualTimer() {
  const waiting = new Map<number, { ms: number; run: () => void }>();
  let next = 0;
  const later: Later = (ms, run) => {
    const id = next++;
    waiting.set(id, { ms, run });
    return () => void waiting.delete(id);
  };
  return {
    later,
    /** The delays in milliseconds of all waiting timers, oldest first. */
    pauses: () => [...waiting.values()].map(({ ms }) => ms),
    /** Runs everything that is waiting now. */
    pass() {
      const due = [...waiting.values()];
      waiting.clear();
      for (const { run } of due) run();
    },
  };
}

/** Lets everything that is ready run. */
export const runReady = async () => {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
};
