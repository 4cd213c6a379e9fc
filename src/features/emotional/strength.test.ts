import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spread } from './read-text.js';
import { feelingFromText, intensityOf, valenceOfGiven } from './strength.js';

test('a given sentiment has the valence of its intensity', () => {
  assert.equal(valenceOfGiven('positive', 8), 0.8);
  assert.equal(valenceOfGiven('negative', 10), -1);
  assert.equal(valenceOfGiven('neutral', 10), 0);
});

test('a valence that was read has an intensity of 1 to 10', () => {
  assert.deepEqual([-1, -0.44, 0, 0.02, 0.76, 1].map(intensityOf), [10, 4, 1, 1, 8, 10]);
});

test('a given intensity sets the strength of what was read', () => {
  assert.deepEqual(feelingFromText('negative', -0.31234567, undefined), {
    sentiment: 'negative',
    valence: -0.3123,
    intensity: 3,
  });
  assert.deepEqual(feelingFromText('negative', -0.3, 9), { sentiment: 'negative', valence: -0.9, intensity: 9 });
  assert.deepEqual(feelingFromText('neutral', 0.1, 9), { sentiment: 'neutral', valence: 0, intensity: 9 });
});

test('of many passages a limited number is read, from the first to the last', () => {
  const passages = Array.from({ length: 40 }, (_, i) => i);
  const read = spread(passages, 12);
  assert.equal(read.length, 12);
  assert.deepEqual([read[0], read.at(-1), new Set(read).size], [0, 39, 12]);
  assert.deepEqual(spread([1, 2], 12), [1, 2]);
});
