import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TREND, trendOf } from './trend.js';

test('fewer than four interactions have no trend', () => {
  assert.equal(trendOf([]), 'unknown');
  assert.equal(trendOf([1, 1, -1]), 'unknown');
  assert.equal(trendOf([1, 1, -1, -1]), 'improving');
});

test('the trend is improving or declining when the newer half is clearly better or worse than the older', () => {
  assert.equal(trendOf([0.6, 0.5, 0.7, -0.2, -0.1, 0]), 'improving');
  assert.equal(trendOf([-0.6, -0.5, 0.4, 0.5]), 'declining');
  assert.equal(trendOf([0.5, 0.5, 0.5, 0.5]), 'steady');
  assert.equal(trendOf([0.6, 0.6, 0.5, 0.5]), 'steady');
});

test('a difference within the noise is steady', () => {
  assert.equal(trendOf([1, -1, 1, -0.9, 0.5, -1, 1, -1]), 'steady');
});

test('only the last interactions count', () => {
  const steady = new Array(TREND.interactions).fill(0.5);
  assert.equal(trendOf([...steady, ...new Array(50).fill(-1)]), 'steady');
});

test('reversing the order reverses the trend', () => {
  const opposite = { improving: 'declining', declining: 'improving', steady: 'steady', unknown: 'unknown' };
  const valences = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: TREND.interactions });
  fc.assert(fc.property(valences, (all) => assert.equal(trendOf([...all].reverse()), opposite[trendOf(all)])));
});
