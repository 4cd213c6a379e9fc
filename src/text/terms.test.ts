import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_QUERY_TERMS, MAX_TERMS_PER_MEMORY, queryTerms, termCounts, termTotal } from './terms.js';

const terms = (text: string) => [...termCounts(text).keys()];

test('words are found in any case, inflection and accent', () => {
  assert.deepEqual(terms('CAFÉS cafe Café'), ['cafe']);
  assert.deepEqual(terms('She adopted; adopting'), ['adopt']);
});

test('a precomposed and a decomposed accent are the same', () => {
  assert.deepEqual(terms('r\u00e9sum\u00e9'), terms('re\u0301sume\u0301'));
});

test('digits are kept, and thousands are one number', () => {
  assert.deepEqual(terms('6,200 calls on 15.3 b2b'), ['6200', 'call', '15', '3', 'b2b']);
  assert.deepEqual(terms('1,2,3'), ['1', '2', '3']);
});

test('possessives and contractions are cut off', () => {
  assert.deepEqual(terms("Ada's dog; Ada’s dogs"), ['ada', 'dog']);
  assert.deepEqual(terms("didn't I'm we've can't"), []);
});

test('function words are left out', () => assert.deepEqual(terms('What did she do with it?'), []));

test('Chinese, Japanese, Korean and Thai are read by pairs of characters', () => {
  assert.deepEqual(terms('東京タワー'), ['東京', '京タ', 'タワ', 'ワー']);
  assert.deepEqual(terms('서울에서'), ['서울', '울에', '에서']);
  assert.deepEqual(terms('犬'), ['犬']);
  assert.deepEqual(terms('私のiPhoneを買う'), ['私の', 'iphon', 'を買', '買う']);
});

test('counts add up', () => {
  assert.deepEqual(
    [...termCounts('dog dogs cat')],
    [
      ['dog', 2],
      ['cat', 1],
    ],
  );
  assert.equal(termTotal(termCounts('dog dogs cat')), 3);
});

test('the number of distinct terms is capped, for memories and for questions', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `w${i}`).join(' ');
  assert.equal(termCounts(many).size, MAX_TERMS_PER_MEMORY);
  assert.equal(queryTerms(many).size, MAX_QUERY_TERMS);
});

test('no string breaks it, and counts are positive', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
      for (const [term, count] of termCounts(text)) assert.ok(term.length > 0 && Number.isInteger(count) && count > 0);
    }),
  );
});

test('100,000 characters of any kind are counted to the end', () => {
  const English = 'Ada went to the adoption agency yesterday and bought some pottery; 2,022 marathons. ';
  const total = (text: string) => [...termCounts(text).values()].reduce((sum, count) => sum + count, 0);
  for (const piece of [English, '東', 'é', 'a\u0301', "a'", '1,', '1,000', 'ﷺ', '東a', '서울 ', 'x', '\ud800']) {
    const text = piece.repeat(50_000 / piece.length);
    const [once, twice] = [total(text), total(`${text}\n${text}`)];
    assert.equal(twice, 2 * once, JSON.stringify(piece));
  }
});
