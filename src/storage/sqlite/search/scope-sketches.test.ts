import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packSketch, unpackSketch } from '../../sketches.js';
import { ScopeSketches } from './scope-sketches.js';

const random = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
};

test('finds the memories that share a number, and no others', () => {
  const next = random(7);
  const sketches = new ScopeSketches(4);
  const all = Array.from({ length: 5_000 }, (_, i) => ({
    id: `m${i}`,
    // Few enough values that many are shared.
    numbers: Array.from({ length: 4 }, () => (next() >>> 8) % 3_000),
  }));
  for (const { id, numbers } of all) sketches.add(id, numbers);
  assert.equal(sketches.size, 5_000);
  for (const { numbers } of all.slice(0, 200)) {
    const expected = all.filter((other) => other.numbers.some((n) => numbers.includes(n))).map((other) => other.id);
    assert.deepEqual(sketches.meeting(numbers, 10_000).sort(), expected.sort());
  }
  assert.deepEqual(sketches.meeting([4_000, 5_000, 0xffffffff, 0], 10).length, sketches.meeting([0], 10).length);
});

test('returns at most the requested number, newest first', () => {
  const sketches = new ScopeSketches(4);
  for (let i = 0; i < 1_000; i++) sketches.add(`m${i}`, [7, i, i + 100_000, i + 200_000]);
  assert.deepEqual(sketches.meeting([7], 3), ['m999', 'm998', 'm997']);
  assert.deepEqual(sketches.meeting([7, 5], 3), ['m999', 'm5', 'm998']);
  assert.deepEqual(sketches.meeting([], 3), []);
});

test('removed memories are not found and hide no others; changed ones are found only by their new numbers', () => {
  const sketches = new ScopeSketches(4);
  for (let i = 0; i < 200; i++) sketches.add(`m${i}`, [7, i + 1_000, i + 2_000, i + 3_000]);
  for (let i = 1; i < 200; i++) sketches.remove(`m${i}`);
  sketches.remove('never there');
  assert.deepEqual([sketches.meeting([7], 3), sketches.size, sketches.gone], [['m0'], 1, 199]);
  sketches.add('m0', [8, 9, 10, 11]);
  assert.deepEqual([sketches.meeting([7, 1_000], 3), sketches.meeting([9], 3)], [[], ['m0']]);
});

test('a sketch is the same after a round trip through its column', () => {
  assert.deepEqual(unpackSketch(packSketch([1, 5, 2 ** 32 - 1, 0]) as Uint8Array), [1, 5, 2 ** 32 - 1, 0]);
  assert.equal(packSketch([]), null);
});
