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

test('words are found as they were packed: in every script, however often they occur, before and after they were first looked up', () => {
  const terms = new ScopeTerms();
  const memories: [string, Map<string, number>][] = Array.from({ length: 2_000 }, (_, i) => {
    const words = [`w${i % 7}`, `w${i}`, `слово${i % 50}`, `言${i % 3}`, 'i'.repeat((i % 40) + 1)];
    return [`mem_${i}`, new Map(words.map((word, n) => [word, ((i + n) % 12) + 1]))];
  });
  const isFound = (count: number) => {
    const expected = new Map<string, string[]>();
    for (const [id, words] of memories.slice(0, count))
      for (const [word, times] of words) expected.set(word, [...(expected.get(word) ?? []), `${id} ${times}`]);
    for (const [word, where] of expected) {
      const { docs = [], tfs = [] } = terms.find(word) ?? {};
      assert.deepEqual(
        Array.from(docs, (doc, i) => `${terms.ids[doc]} ${tfs[i]}`),
        where,
      );
    }
  };
  const part = memories.slice(0, 1_000);
  const lines = [...part.map(([, words]) => packTerms(words)), ''].join('\n'); // the last memory has no words
  terms.load([...part.map(([id]) => id), 'mem_silent'], [...part.map(() => 5), 0], Buffer.from(lines));
  isFound(1_000);
  const { bytes } = terms;
  isFound(1_000);
  assert.equal(terms.bytes, bytes, 'looking up does not change what is accounted for');
  for (const [id, words] of memories.slice(1_000)) terms.add(id, 5, packTerms(words));
  isFound(2_000);
  for (const word of ['w', 'слов', 'unknown', '']) assert.equal(terms.find(word), null, word);
});
