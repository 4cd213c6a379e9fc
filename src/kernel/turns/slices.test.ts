import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSlices } from './slices.js';

test('results are in the order of the items, even if some take longer', async () => {
  const results = await inSlices([3, 1, 2], async (item, index) => {
    for (let turn = 0; turn < item; turn++) await Promise.resolve();
    return `${item} at ${index}`;
  });
  assert.deepEqual(results, ['3 at 0', '1 at 1', '2 at 2']);
  assert.deepEqual(await inSlices([], () => 1), []);
});

test('other work runs whenever a time slice is over', async () => {
  let now = 0;
  let item = 0;
  const seen: number[] = [];
  const other = () => {
    seen.push(item);
    if (item < 9) setImmediate(other);
  };
  setImmediate(other);
  await inSlices(
    Array.from({ length: 10 }, (_, i) => i),
    (i) => {
      item = i;
      now += 2;
    },
    () => now,
  );
  assert.deepEqual(seen.slice(0, 3), [2, 5, 8]);
});

test('several calls take turns and share one slice per turn of the event loop', async () => {
  let now = 0;
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const seen: [string, number][] = [];
  const call = (name: string) =>
    inSlices(
      [1, 2, 3, 4, 5, 6],
      () => {
        now += 3; // a slice is two items
        seen.push([name, turn]);
      },
      () => now,
    );
  await Promise.all([call('a'), call('b')]);
  isOver = true;
  assert.deepEqual(
    seen.map(([name]) => name),
    [...'aaaabbaabbbb'],
  );
  const perTurn = new Map<number, number>();
  for (const [, at] of seen) perTurn.set(at, (perTurn.get(at) ?? 0) + 1);
  assert.deepEqual([...perTurn.values()], [2, 2, 2, 2, 2, 2]);
});
