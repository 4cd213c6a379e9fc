import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FairQueue } from './fair-queue.js';

const drain = (queue: FairQueue<string>) => {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
};

describe('a fair queue', () => {
  it('gives every flow its turn, however much another has queued', () => {
    const queue = new FairQueue<string>();
    for (let i = 0; i < 4; i++) queue.push('greedy', `g${i}`);
    queue.push('other', 'o0');
    queue.push('third', 't0');
    queue.push('other', 'o1');
    assert.deepEqual(drain(queue), ['g0', 'o0', 't0', 'g1', 'o1', 'g2', 'g3']);
    assert.deepEqual([queue.size, queue.flows], [0, 0]);
  });

  it('passes over flows that may not have a turn now', () => {
    const queue = new FairQueue<string>();
    queue.push('a', 'a0');
    queue.push('b', 'b0');
    assert.equal(
      queue.take((flow) => flow !== 'a'),
      'b0',
    );
    assert.equal(
      queue.take((flow) => flow !== 'a'),
      undefined,
    );
    assert.equal(queue.take(), 'a0');
  });

  it('takes the newest item of the longest flow', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a0', 'a1', 'a2']) queue.push('a', item);
    queue.push('b', 'b0');
    assert.equal(queue.takeFromLongest(), 'a2');
    assert.ok(queue.remove('a', 'a0'));
    assert.equal(queue.remove('a', 'a0'), false);
    assert.deepEqual([queue.sizeOf('a'), queue.sizeOf('b')], [1, 1]);
    assert.deepEqual(drain(queue), ['a1', 'b0']);
  });
});
