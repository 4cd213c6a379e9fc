/** How long such work may hold the event loop before others get their turn. */
const SLICE_MS = 5;

/** One slice per turn of the event loop, however many calls wait: they take turns. */
const waiting: (() => void)[] = [];

function release(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(release);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(release);
  });
}

/** Returns the result of `work` for each item, in order. The work is started in time slices, so that many items do not hold up others. */
export async function inSlices<T, U>(
  items: readonly T[],
  work: (item: T, index: number) => U,
  clock: () => number = () => performance.now(),
): Promise<Awaited<U>[]> {
  const begun: U[] = [];
  if (items.length > 1 && waiting.length > 0) await nextTurn();
  let sliceEnds = clock() + SLICE_MS;
  for (const [index, item] of items.entries()) {
    if (clock() >= sliceEnds) {
      await nextTurn();
      sliceEnds = clock() + SLICE_MS;
    }
    const result = work(item, index);
    // It is reported below; until then it must not count as an unhandled rejection.
    if (result instanceof Promise) result.catch(() => {});
    begun.push(result);
  }
  return Promise.all(begun);
}
