/**
 * The indexes of the `k` best, best first: by higher score, then by higher id (the newer). NaN and −∞ never qualify. Uses a heap of the k best with
 * the worst on top, so one pass over any number of scores.
 */
export function topIndexes(scores: ArrayLike<number>, ids: readonly string[], k: number): number[] {
  const heap: number[] = [];
  const worse = (a: number, b: number) => {
    const x = scores[a] as number;
    const y = scores[b] as number;
    return x < y || (x === y && (ids[a] as string) < (ids[b] as string));
  };
  const sink = (start: number) => {
    let at = start;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const child = right < heap.length && worse(heap[right] as number, heap[left] as number) ? right : left;
      if (!worse(heap[child] as number, heap[at] as number)) return;
      [heap[at], heap[child]] = [heap[child] as number, heap[at] as number];
      at = child;
    }
  };
  for (let i = 0; i < scores.length; i++) {
    if (!((scores[i] as number) > Number.NEGATIVE_INFINITY)) continue;
    if (heap.length === k && (scores[i] as number) < (scores[heap[0] as number] as number)) continue; // the common case
    if (heap.length < k) {
      heap.push(i);
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!worse(heap[at] as number, heap[parent] as number)) break;
        [heap[at], heap[parent]] = [heap[parent] as number, heap[at] as number];
        at = parent;
      }
    } else if (worse(heap[0] as number, i)) {
      heap[0] = i;
      sink(0);
    }
  }
  return heap.sort((a, b) => (worse(a, b) ? 1 : -1));
}
