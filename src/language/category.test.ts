import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CATEGORIES, categorize } from './category.js';
import { KNOWN, UNSEEN } from './category.test.examples.js';
import { FRESH } from './category.test.fresh.js';
import { REHEARSED } from './category.test.rehearsed.js';

type Row = [category: string, text: string];
const rows = (examples: typeof KNOWN): Row[] =>
  Object.entries(examples).flatMap(([category, texts]) => texts.map((text): Row => [category, text]));

test('every category that the examples name exists, and the other way round', () => {
  for (const examples of [KNOWN, UNSEEN, REHEARSED, FRESH])
    assert.deepEqual(Object.keys(examples).toSorted(), CATEGORIES.toSorted());
});

for (const [category, text] of rows(KNOWN)) {
  test(`"${text}" is filed under ${category}`, () => assert.equal(categorize(text), category));
}

for (const [name, examples, least] of [
  ['written before the rules', UNSEEN, 0.9],
  ['widened with', REHEARSED, 0.9],
  ['written after the rules', FRESH, 0.8],
] as const) {
  test(`texts ${name}, to which they were not adjusted, are mostly filed right`, (t) => {
    const all = rows(examples);
    const wrong = all.filter(([category, text]) => categorize(text) !== category);
    for (const [category, text] of wrong) t.diagnostic(`${category} but ${categorize(text)}: ${text}`);
    const rate = 1 - wrong.length / all.length;
    t.diagnostic(`${all.length - wrong.length} of ${all.length} (${(100 * rate).toFixed(1)} %)`);
    assert.ok(rate >= least, `rate ${rate}`);
  });
}

test('any string gets one of the ten categories, always the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const category = categorize(text);
      assert.ok(CATEGORIES.includes(category));
      assert.equal(categorize(text), category);
    }),
    { numRuns: 500 },
  );
});

test('broken surrogates, marks and emptiness are no evidence', () => {
  for (const text of ['', ' ', '\ud800', '\udc00\ud800', '\u0301'.repeat(50), '\u0000']) {
    assert.equal(categorize(text), 'other');
  }
});

test('what a text is about is said at its beginning: nothing behind counts', () => {
  for (const part of ['a', ' ', 'I like tea. ', 'in Rome ', '1:1', 'Aa and ', '`', '12 Ab ']) {
    const long = part.repeat(Math.ceil(100_000 / part.length));
    const beginning = long.slice(0, 2_000);
    assert.equal(categorize(long), categorize(beginning), JSON.stringify(part));
    assert.equal(categorize(`${long} asthma inhaler prescription`), categorize(beginning), JSON.stringify(part));
  }
});
