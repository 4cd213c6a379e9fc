import { setImmediate } from 'node:timers/promises';

/** How long one call may keep the event loop before others get their turn: with some calls at once still far below 20 ms. */
const SLICE_MS = 5;

/** What `work` answers for each item, in their order. It is begun in slices of time, so that many items do not hold everybody up. */
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
    // It is told below; before that it must not count as one that nobody heeds.
    if (answer instanceof Promise) answer.catch(() => {});
    begun.push(answer);
  }
  return Promise.all(begun);
}
