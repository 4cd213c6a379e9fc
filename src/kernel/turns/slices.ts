import { setImmediate } from 'node:timers/promises';

/** How long one call may hold the event loop before others get their turn: even with several calls at once, the wait stays far below 20 ms. */
const SLICE_MS = 5;

/** Returns the result of `work` for each item, in order. The work is started in time slices, so that many items do not hold up others. */
export async function inSlices<T, U>(
  items: readonly T[],
  work: (item: T, index: number) => U,
  clock: () => number = () => performance.now(),
): Promise<Awaited<U>[]> {
  const begun: U[] = [];
  let sliceEnds = clock() + SLICE_MS;
  for (const [index, item] of items.entries()) {
    if (clock() >= sliceEnds) {
      await setImmediate();
      sliceEnds = clock() + SLICE_MS;
    }
    const answer = work(item, index);
    // It is reported below; until then it must not count as an unhandled rejection.
    if (answer instanceof Promise) answer.catch(() => {});
    begun.push(answer);
  }
  return Promise.all(begun);
}
