import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
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

test('any string has a stem that is not longer than it, but for an e or an irregular form', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (word) => typeof stem(word) === 'string'));
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefghilmnorstuyedings'.split('')), maxLength: 20 });
  fc.assert(fc.property(letters, (word) => stem(word).length <= Math.max(word.length, 10)));
});
