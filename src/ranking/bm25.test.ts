import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bm25, idf, termScore, termWeights } from './bm25.js';

const SCOPE = { memories: 100, averageLength: 10 };

test('a rarer term weighs more, and no weight is negative', () => {
  assert.ok(idf(100, 1) > idf(100, 10));
  assert.ok(idf(100, 10) > idf(100, 100));
  assert.ok(idf(100, 100) >= 0);
});

test('repeating a term helps less each time, and length counts against a memory', () => {
  const score = (times: number, length: number) => termScore(1, times, length, SCOPE);
  assert.ok(score(2, 10) > score(1, 10));
  assert.ok(score(3, 10) - score(2, 10) < score(2, 10) - score(1, 10));
  assert.ok(score(1, 10) > score(1, 20));
});

test('a score is the sum of its terms', () => {
  const weights = termWeights(['ada', 'dog', 'absent'], 100, (term) => ({ ada: 50, dog: 2 })[term] ?? 0);
  assert.deepEqual([...weights.keys()], ['ada', 'dog']);
  const memory = {
    terms: new Map([
      ['ada', 1],
      ['dog', 2],
    ]),
    length: 8,
  };
  const expected = termScore(idf(100, 50), 1, 8, SCOPE) + termScore(idf(100, 2), 2, 8, SCOPE);
  assert.equal(bm25(weights, memory, SCOPE), expected);
});

test('every score is finite, even in an empty scope', () => {
  const count = fc.nat({ max: 1_000_000 });
  fc.assert(
    fc.property(count, count, count, count, (memories, found, times, length) => {
      const weight = idf(memories, found);
      const scope = { memories, averageLength: memories === 0 ? 0 : length };
      const score = termScore(weight, times + 1, length, scope);
      assert.ok(Number.isFinite(score) && score >= 0);
    }),
  );
});
