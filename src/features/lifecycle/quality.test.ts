import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { accuracy, diversity, type QualityFacts, qualityOf, WEIGHTS } from './quality.js';
import { countRepeats } from './repeats.js';

const facts = (more: Partial<QualityFacts> = {}): QualityFacts => ({
  total: 10,
  fresh: 10,
  worked: 0,
  failed: 0,
  openConflicts: 0,
  embedded: 10,
  categories: [5, 5],
  namespaces: [10],
  sampled: 10,
  repeated: 0,
  ...more,
});

test('the weights add up to 1, and a perfect store scores 100', () => {
  assert.equal(
    Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0),
    1,
  );
  const best = facts({ categories: new Array(10).fill(1), worked: 1e6 });
  assert.deepEqual(qualityOf(best), {
    score: 100,
    breakdown: { freshness: 100, accuracy: 100, diversity: 100, coverage: 100, redundancy: 100 },
  });
});

test('every mark stays within 0–100, whatever the facts', () => {
  const count = (max: number) => fc.integer({ min: 0, max });
  const any = fc.integer({ min: 0, max: 1_000 }).chain((total) =>
    fc.record({
      total: fc.constant(total),
      fresh: fc.double({ min: 0, max: total, noNaN: true }),
      worked: fc.double({ min: 0, max: total, noNaN: true }),
      failed: fc.double({ min: 0, max: total, noNaN: true }),
      openConflicts: count(2_000),
      embedded: count(total),
      categories: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1 }),
      namespaces: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1 }),
      sampled: fc.constant(total),
      repeated: count(Math.max(0, total - 1)),
    }),
  );
  fc.assert(
    fc.property(any, (given) => {
      const { score, breakdown } = qualityOf(given);
      for (const mark of [score, ...Object.values(breakdown)]) assert.ok(mark >= 0 && mark <= 100, `${mark}`);
    }),
  );
});

test('accuracy rises with success, falls with failure and with open conflicts', () => {
  const neutral = accuracy(facts());
  assert.ok(accuracy(facts({ worked: 0.3 })) > neutral);
  assert.ok(accuracy(facts({ failed: 0.3 })) < neutral);
  assert.equal(accuracy(facts({ openConflicts: 1 })), neutral * 0.8);
  assert.equal(accuracy(facts({ openConflicts: 50 })), 0);
});

test('diversity grows with the number of groups and how evenly they are filled', () => {
  assert.equal(diversity(facts({ categories: [10] })), 0);
  const uneven = diversity(facts({ categories: [9, 1] }));
  assert.ok(uneven > 0 && uneven < diversity(facts()));
  assert.ok(diversity(facts({ namespaces: [5, 5] })) > diversity(facts()));
  assert.equal(diversity(facts({ total: 1, categories: [1], namespaces: [1] })), 1);
});

test('texts that differ only in case, punctuation or a word are repeats; those that say something else are not', () => {
  const long = 'The quarterly report for the Lisbon office is due on the last Friday of March and Ann writes it';
  const repeats: [string, string][] = [
    ['Ann likes tea', 'ann likes TEA!!'],
    ['Zoë café', 'Zoe\u0308  CAFÉ'],
    [long, `${long}, mostly`],
    ['ok', 'OK.'],
    ['🙂', '🙂'],
    ['東京に住んでいます', '東京に住んでいます。'],
  ];
  for (const pair of repeats) assert.equal(countRepeats(pair), 1, pair.join(' | '));
  const different: [string, string][] = [
    ['Ann likes tea', 'Bob likes tea'],
    ['Ann sits in room 12 of the north wing', 'Ann sits in room 13 of the north wing'],
    ['Ann lives in Berlin with two cats', 'Ann moved to London last spring'],
    ['🙂', '🙁'],
    ['yes', 'no'],
  ];
  for (const pair of different) assert.equal(countRepeats(pair), 0, pair.join(' | '));
  assert.equal(countRepeats(new Array(50).fill(long)), 49);
  assert.equal(countRepeats([]), 0);
});
