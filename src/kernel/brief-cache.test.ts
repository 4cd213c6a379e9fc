import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BriefCache } from './brief-cache.js';
import { MINUTE } from './clock.js';

test('a value is computed once, and again after a minute or when there is no room', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const cache = new BriefCache<number>(2);
  let computed = 0;
  const compute = () => ++computed;
  assert.deepEqual([cache.get('a', compute), cache.get('a', compute), cache.get('b', compute)], [1, 1, 2]);
  t.mock.timers.tick(MINUTE);
  assert.equal(cache.size, 0);
  assert.equal(cache.get('a', compute), 3);
  cache.get('b', compute);
  cache.get('c', compute);
  assert.equal(cache.size, 1);
  t.mock.timers.tick(MINUTE);
  assert.equal(cache.size, 0);
});
