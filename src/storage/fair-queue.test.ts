import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairQueue } from './fair-queue.js';

const call = (keyId: string | null, n = 0) => ({ keyId, n });
const order = (queue: FairQueue<ReturnType<typeof call>>, count: number) =>
  Array.from({ length: count }, () => queue.take()?.keyId);

describe('a fair queue', () => {
  it('lets keys take turns, whoever came first and however many calls each has', () => {
    const queue = new FairQueue<ReturnType<typeof call>>();
    for (let n = 0; n < 100; n++) queue.push(call('greedy', n));
    for (let n = 0; n < 3; n++) queue.push(call('modest', n));
    assert.equal(order(queue, 6).filter((key) => key === 'modest').length, 3);
    assert.equal(queue.size, 97);
  });

  it('gives the turn to the key that has had the least time', () => {
    const queue = new FairQueue<ReturnType<typeof call>>();
    queue.push(call('slow'));
    queue.take();
    queue.took('slow', 500);
    for (let n = 0; n < 50; n++) {
      queue.push(call('slow', n));
      queue.push(call('quick', n));
    }
    assert.deepEqual(new Set(order(queue, 50)), new Set(['quick']));
  });

  it('does not let a key save up turns while it sends nothing', () => {
    const queue = new FairQueue<ReturnType<typeof call>>();
    for (let n = 0; n < 200; n++) queue.push(call('busy', n));
    order(queue, 100);
    for (let n = 0; n < 100; n++) queue.push(call('late', n));
    const late = order(queue, 20).filter((key) => key === 'late').length;
    assert.ok(late >= 9 && late <= 11, `${late} of 20`);
  });

  it("puts the service's own calls first, keeps the order of a key, and forgets what is removed", () => {
    const queue = new FairQueue<ReturnType<typeof call>>();
    const calls = [1, 2, 3].map((n) => call('a', n));
    for (const one of calls) queue.push(one);
    queue.push(call(null, 9));
    assert.equal(queue.remove(calls[1] as never), true);
    assert.equal(queue.remove(calls[1] as never), false);
    const first = queue.take();
    const second = queue.take();
    assert.deepEqual([first?.n, second?.n], [9, 1]);
    queue.putBack(second as never);
    assert.deepEqual([queue.take()?.n, queue.take()?.n, queue.take()], [1, 3, undefined]);
  });

  it('passes over keys that may not have a turn now', () => {
    const queue = new FairQueue<ReturnType<typeof call>>();
    queue.push(call('full'));
    queue.push(call('free'));
    assert.equal(queue.take((key) => key !== 'full')?.keyId, 'free');
    assert.equal(
      queue.take((key) => key !== 'full'),
      undefined,
    );
    assert.equal(queue.size, 1);
  });
});
