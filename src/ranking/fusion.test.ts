import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FUSION, fused, rangeOf } from './fusion.js';

test('the best in both scores 1, the worst in both 0', () => {
  const range = rangeOf([0.2, 0.5, 0.9], [0, 3, 7]);
  assert.deepEqual(range, { lowestCosine: 0.2, highestCosine: 0.9, highestLexical: 7 });
  assert.equal(fused(0.9, 7, range), 1);
  assert.equal(fused(0.2, 0, range), 0);
});

test('without a shared word meaning alone decides', () => {
  const range = rangeOf([0.2, 0.9], [0, 0]);
  assert.equal(fused(0.9, 0, range), FUSION.meaning);
});

test('one memory alone gets a score', () => assert.equal(fused(0.4, 2, rangeOf([0.4], [2])), 1));

test('every score is between 0 and 1', () => {
  const cosine = fc.double({ min: -1, max: 1, noNaN: true });
  const lexical = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(cosine, lexical), { minLength: 1 }), (scores) => {
      const range = rangeOf(
        scores.map(([c]) => c),
        scores.map(([, l]) => l),
      );
      for (const [c, l] of scores) {
        const score = fused(c, l, range);
        assert.ok(score >= 0 && score <= 1 + 1e-12);
      }
    }),
  );
});
