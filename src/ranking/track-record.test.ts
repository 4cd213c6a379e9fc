import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reliability, standing } from './track-record.js';

const of = (successes: number, failures: number) => ({ successes, failures });

test('reliability is below the mean and approaches it with more evidence', () => {
  assert.ok(reliability(of(9, 1)) < 0.9);
  assert.ok(reliability(of(9, 1)) < reliability(of(90, 10)));
  assert.ok(reliability(of(9, 1)) > reliability(of(1, 0)), 'nine of ten is worth more than one of one');
});

test('standing is 0 without evidence, and moves between −1 and 1 with it', () => {
  assert.equal(standing(of(0, 0)), 0);
  assert.ok(standing(of(1, 0)) > 0);
  assert.ok(standing(of(0, 1)) < 0);
  assert.ok(standing(of(1_000, 0)) > 0.99);
  assert.ok(standing(of(0, 1_000)) < -0.99);
});

test('a success raises standing, a failure lowers it', () => {
  const count = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(count, count, (s, f) => {
      const now = standing(of(s, f));
      assert.ok(standing(of(s + 1, f)) > now && standing(of(s, f + 1)) < now);
      assert.ok(now > -1 && now < 1);
    }),
  );
});
