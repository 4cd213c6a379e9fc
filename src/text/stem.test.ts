import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IRREGULAR } from './irregular.js';
import { stem } from './stem.js';

const SAME: [string, ...string[]][] = [
  ['connect', 'connected', 'connecting', 'connection', 'connections'],
  ['relate', 'related', 'relating', 'relational'],
  ['hop', 'hops', 'hopped', 'hopping'],
  ['agree', 'agreed', 'agrees', 'agreeing'],
  ['study', 'studies', 'studied', 'studying'],
  ['go', 'goes', 'going', 'went', 'gone'],
  ['buy', 'bought', 'buying', 'buys'],
  ['write', 'wrote', 'written', 'writing'],
  ['child', 'children'],
  ['person', 'people'],
  ['volunteer', 'volunteers', 'volunteered', 'volunteering'],
];

for (const [base, ...forms] of SAME) {
  test(`${forms.join(', ')} have the stem of ${base}`, () => {
    for (const form of forms) assert.equal(stem(form), stem(base), form);
  });
}

const PORTER: [string, string][] = [
  ['caresses', 'caress'],
  ['ponies', 'poni'],
  ['cats', 'cat'],
  ['plastered', 'plaster'],
  ['sing', 'sing'],
  ['conflated', 'conflat'],
  ['troubled', 'troubl'],
  ['filing', 'file'],
  ['happy', 'happi'],
  ['sky', 'sky'],
  ['rational', 'ration'],
  ['digitizer', 'digit'],
  ['hopefulness', 'hope'],
  ['triplicate', 'triplic'],
  ['electrical', 'electr'],
  ['adoption', 'adopt'],
  ['replacement', 'replac'],
  ['controlling', 'control'],
  ['rate', 'rate'],
  ['cease', 'ceas'],
  ['yellow', 'yellow'],
];

test("Porter's own examples come out as he printed them", () => {
  for (const [word, expected] of PORTER) assert.equal(stem(word), expected, word);
});

test('different words keep different stems', () => {
  for (const [a, b] of [
    ['pony', 'point'],
    ['rate', 'rat'],
    ['wine', 'win'],
    ['news', 'newt'],
  ] as const) {
    assert.notEqual(stem(a), stem(b), `${a} ${b}`);
  }
});

test('anything but a plain English word stays unchanged', () => {
  for (const word of ['', 'a', 'of', '2024', 'b2b', 'żółty', 'Running', 'x'.repeat(31)]) assert.equal(stem(word), word);
});

test('any string has a stem, which is not longer than its base form', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (word) => /^[a-z]{3,30}$/.test(word) || stem(word) === word));
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefghilmnorstuyedings'.split('')), maxLength: 20 });
  fc.assert(
    fc.property(fc.oneof(letters, fc.constantFrom(...IRREGULAR.keys())), (word) => {
      const [{ length }, base] = [stem(word), IRREGULAR.get(word) ?? word];
      assert.ok(length <= base.length && length >= Math.min(base.length, 1), word);
    }),
  );
});
