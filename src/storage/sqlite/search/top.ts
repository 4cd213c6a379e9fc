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

/**
 * The `k` best of scores that are known to within `error`, best first. `refine` makes the score at an index exact, or −∞ if it does not qualify after
 * all; it is called only for those that may be among the best.
 */
export function topRefined(
  scores: { readonly length: number; [index: number]: number },
  ids: readonly string[],
  k: number,
  error: number,
  refine: (index: number) => void,
): number[] {
  if (error === 0) return topIndexes(scores, ids, k);
  for (let wanted = k; ; wanted *= 2) {
    const leaders = topIndexes(scores, ids, wanted);
    const isAll = leaders.length < wanted;
    const last = leaders.at(-1);
    if (last === undefined) return [];
    // All leaders that qualify score at least this much, so nothing that cannot reach it comes before them.
    const least = isAll ? Number.NEGATIVE_INFINITY : (scores[last] as number) - error;
    const candidates = isAll ? leaders : indexesFrom(scores, least - error);
    let certain = 0;
    for (const i of candidates) {
      refine(i);
      if ((scores[i] as number) >= least) certain++;
    }
    if (!isAll && certain < k) continue;
    const best = topIndexes(
      candidates.map((i) => scores[i] as number),
      candidates.map((i) => ids[i] as string),
      k,
    );
    return best.map((at) => candidates[at] as number);
  }
}

function indexesFrom(scores: ArrayLike<number>, least: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < scores.length; i++) if ((scores[i] as number) >= least) found.push(i);
  return found;
}
