import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY } from '../../kernel/clock.js';
import { type Evidence, TRUST, trustOf, weightOf } from './trust.js';

const NOW = Date.UTC(2026, 10, 15);
const one = (valence: number, daysAgo = 0): Evidence => ({
  at: NOW - daysAgo * DAY,
  interactions: 1,
  positive: Math.max(0, valence),
  negative: Math.max(0, -valence),
});
const scoreOf = (...evidence: Evidence[]) => trustOf(evidence, NOW).score;
const repeated = (count: number, evidence: Evidence) => Array.from({ length: count }, () => evidence);

const evidence = fc
  .record({
    valence: fc.double({ min: -1, max: 1, noNaN: true }),
    days: fc.double({ min: -5, max: 3_000, noNaN: true }),
  })
  .map(({ valence, days }) => one(valence, days));
const many = fc.array(evidence, { maxLength: 60 });
const TINY = 1e-9;

test('trust starts at 50 with no confidence, and neutral interactions only add confidence', () => {
  assert.deepEqual(trustOf([], NOW), { score: 50, confidence: 0 });
  const neutral = trustOf(repeated(10, one(0)), NOW);
  assert.equal(neutral.score, 50);
  assert.equal(neutral.confidence, 0.5);
});

test('one clearly good interaction lifts trust to 58, one clearly bad one drops it to 36', () => {
  assert.equal(scoreOf(one(1)).toFixed(1), '58.3');
  assert.equal(scoreOf(one(-1)).toFixed(1), '35.7');
});

test('negative evidence weighs more than positive evidence of the same strength', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 500, noNaN: true }),
      (v, days) => {
        assert.ok(50 - scoreOf(one(-v, days)) > scoreOf(one(v, days)) - 50);
        assert.ok(scoreOf(one(v, days), one(-v, days)) < 50);
      },
    ),
  );
});

test('trust stays between 0 and 100, and its confidence between 0 and 1', () => {
  fc.assert(
    fc.property(many, (all) => {
      const { score, confidence } = trustOf(all, NOW);
      assert.ok(score > 0 && score < 100 && confidence >= 0 && confidence < 1);
    }),
  );
});

test('another good interaction never lowers trust, another bad one never raises it, and neither lowers confidence', () => {
  fc.assert(
    fc.property(many, evidence, (all, more) => {
      const [before, after] = [trustOf(all, NOW), trustOf([...all, more], NOW)];
      if (more.positive > 0) assert.ok(after.score >= before.score - TINY);
      if (more.negative > 0) assert.ok(after.score <= before.score + TINY);
      // A weight that is next to nothing can change the last bit of the quotient either way.
      assert.ok(after.confidence >= before.confidence - TINY);
    }),
  );
});

test('the order in which evidence is given changes nothing', () => {
  fc.assert(
    fc.property(many, (all) => {
      const [forth, back] = [trustOf(all, NOW), trustOf([...all].reverse(), NOW)];
      assert.ok(Math.abs(forth.score - back.score) < TINY && Math.abs(forth.confidence - back.confidence) < TINY);
    }),
  );
});

test('the sum of a day counts as much as its interactions', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 30 }), (valences) => {
      const singly = valences.map((valence) => one(valence, 3));
      const together = singly.reduce(
        (sum, next) => ({
          at: next.at,
          interactions: sum.interactions + 1,
          positive: sum.positive + next.positive,
          negative: sum.negative + next.negative,
        }),
        { at: NOW, interactions: 0, positive: 0, negative: 0 },
      );
      assert.ok(Math.abs(scoreOf(...singly) - scoreOf(together)) < TINY);
    }),
  );
});

test('trust moves less the more evidence there is', () => {
  let last = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 50; count++) {
    const step = scoreOf(...repeated(count + 1, one(0.8))) - scoreOf(...repeated(count, one(0.8)));
    assert.ok(step > 0 && step < last);
    last = step;
  }
});

test('trust returns towards 50 over time, from either side, and its confidence fades', () => {
  fc.assert(
    fc.property(many, fc.double({ min: 0, max: 400, noNaN: true }), (all, days) => {
      const past = all.map((entry) => ({ ...entry, at: Math.min(entry.at, NOW) }));
      const [now, later] = [trustOf(past, NOW), trustOf(past, NOW + days * DAY)];
      const [lowest, highest] = [Math.min(now.score, 50), Math.max(now.score, 50)];
      assert.ok(later.score >= lowest - TINY && later.score <= highest + TINY);
      assert.ok(later.confidence <= now.confidence + TINY);
    }),
  );
});

test('evidence weighs half after a half-life, and a time in the future counts as now', () => {
  assert.equal(weightOf(NOW - TRUST.halfLifeDays * DAY, NOW), 0.5);
  assert.equal(weightOf(NOW + DAY, NOW), 1);
  assert.ok(scoreOf(one(-1, 300)) > scoreOf(one(-1, 30)));
});
