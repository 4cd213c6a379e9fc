import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packTerms } from '../../terms.js';
import { ScopeTerms } from './scope-terms.js';

/** Each memory has a unique word, as notes with numbers in them do. */
const fill = (terms: ScopeTerms, from: number, count: number) => {
  for (let i = from; i < from + count; i++)
    terms.add(
      `mem_${i}`,
      2,
      packTerms(
        new Map([
          ['kettle', 1],
          [`number${i}`, 1],
        ]),
      ),
    );
};

test('a scope whose memories come and go is soon due for a reload, so that removed ones do not pile up', () => {
  const terms = new ScopeTerms();
  fill(terms, 0, 300);
  let gone = 0;
  for (; !terms.worn && gone < 10_000; gone++) {
    terms.remove(`mem_${gone}`);
    fill(terms, 300 + gone, 1);
  }
  assert.equal(gone, 1_001);
  assert.equal(terms.size, 300);
  assert.equal(terms.find('kettle')?.docs.length, 300);
  assert.equal(terms.find('number0'), null);
});

test('a memory that is met twice counts once, with its latest words', () => {
  const terms = new ScopeTerms();
  terms.add('mem_1', 2, packTerms(new Map([['kettle', 2]])));
  terms.add('mem_1', 4, packTerms(new Map([['teapot', 4]])));
  assert.deepEqual([terms.size, terms.averageLength], [1, 4]);
  assert.equal(terms.find('kettle'), null);
  assert.equal(terms.find('teapot')?.docs.length, 1);
});

test('a large scope keeps removed memories until they are more than 30 % of it', () => {
  const terms = new ScopeTerms();
  fill(terms, 0, 10_000);
  for (let i = 0; i < 3_000; i++) terms.remove(`mem_${i}`);
  assert.equal(terms.worn, false);
  terms.remove('mem_3000');
  assert.equal(terms.worn, true);
});
