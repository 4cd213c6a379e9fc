import assert from 'node:assert/strict';
import { it } from 'node:test';
import { databaseUnavailable } from '../../kernel/errors.js';
import type { Merging } from '../statement.js';
import { MergedCalls } from './merged-calls.js';

const merging: Merging<number[], number[]> = {
  group: (numbers) => (numbers.length < 5 ? 'small' : null),
  join: (inputs) => inputs.flat(),
  split(doubled, inputs) {
    let at = 0;
    return inputs.map(({ length }) => {
      at += length;
      return doubled.slice(at - length, at);
    });
  },
};

/** Doubles numbers; each call is a transaction. */
function transactions(refuse: (numbers: readonly number[]) => Error | undefined = () => undefined) {
  const ran: number[][] = [];
  const merged = new MergedCalls();
  const run = async (numbers: number[]) => {
    ran.push(numbers);
    await new Promise((resolve) => setImmediate(resolve));
    const error = refuse(numbers);
    if (error) throw error;
    return numbers.map((number) => number * 2);
  };
  return { ran, write: (...numbers: number[]) => merged.run('key store', merging, numbers, run) };
}

it('a call that is alone runs at once; those that wait share a transaction, and each gets its own result', async () => {
  const { ran, write } = transactions();
  const calls = Array.from({ length: 10 }, (_, i) => write(i, 100 + i));
  assert.deepEqual(ran, [[0, 100]]);
  assert.deepEqual(
    await Promise.all(calls),
    Array.from({ length: 10 }, (_, i) => [2 * i, 2 * (100 + i)]),
  );
  assert.equal(ran.length, 2);
  assert.deepEqual(await write(7), [14]);
});

it('a call that must not be merged runs alone', async () => {
  const { ran, write } = transactions();
  await Promise.all([write(1), write(2), write(1, 2, 3, 4, 5), write(6, 7, 8, 9, 10)]);
  assert.equal(ran.length, 4);
});

it('a call that fails does not affect the others', async () => {
  const { write } = transactions((numbers) => (numbers.includes(5) ? new Error('five') : undefined));
  const settled = await Promise.allSettled(Array.from({ length: 9 }, (_, i) => write(i)));
  for (const [i, call] of settled.entries()) {
    if (i === 5) assert.equal(call.status === 'rejected' && call.reason.message, 'five');
    else assert.deepEqual(call.status === 'fulfilled' && call.value, [2 * i]);
  }
});

it('no call is retried while the server is unavailable', async () => {
  const { ran, write } = transactions(() => databaseUnavailable('not now'));
  const settled = await Promise.allSettled(Array.from({ length: 9 }, (_, i) => write(i)));
  assert.ok(settled.every(({ status }) => status === 'rejected'));
  assert.equal(ran.length, 2);
});
