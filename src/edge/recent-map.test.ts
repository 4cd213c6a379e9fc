import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestClock } from '../../test/support/clock.js';
import { MINUTE, SECOND } from '../kernel/clock.js';
import { RecentMap } from './recent-map.js';

test('drops entries that are no longer used', () => {
  const clock = new TestClock();
  const recent = new RecentMap<number>(clock);
  for (let i = 0; i < 1_000; i++) recent.get(`key ${i}`, () => i);
  clock.advance(59 * SECOND);
  recent.get('busy', () => 0);
  clock.advance(SECOND);
  assert.equal(
    recent.get('busy', () => 1),
    0,
  );
  clock.advance(MINUTE);
  recent.get('busy', () => 1);
  assert.equal(recent.size, 1);
});
