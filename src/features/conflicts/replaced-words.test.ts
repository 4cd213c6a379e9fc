import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { replacedWords } from './replaced-words.js';

const words = (text: string, ...logits: number[]) => replacedWords(text, Float32Array.from(logits));

test('the likeliest words of one phrase are replaced, without the punctuation after them', () => {
  assert.equal(words('The rent is 900 euros, due on Mondays.', -3, -2, -1, 3, 2, -2, -1, 1), '900 euros');
  assert.equal(words('Choir is on Tuesday (19:30) in town.', -3, -1, 1, 3, -4, -2, -2), 'on Tuesday');
});

test('replaced words never span a comma, a full stop or a dash', () => {
  assert.equal(words('Rent 900, due Mondays.', -3, 3, 2, 2.5), 'due Mondays');
  assert.equal(words('Rent 900 – due Mondays.', -3, 3, -2, 1, 1), '900');
});

test('a bracket stays if its partner is among the words', () => {
  assert.equal(words('Traffic is small (2k a day), they say.', -3, -3, 2, 2, 1, 1, -2, -3), 'small (2k a day)');
  assert.equal(words('Choir is fun (Tuesday, 19:30) and free.', -3, -3, -3, -2, 2, -3, -3), '19:30');
  assert.equal(words('Choir is fun (Tuesday) and free.', -3, -3, -3, 2, -3, -3), 'Tuesday');
});

test('nothing is replaced if no word is likely, or if every word is', () => {
  assert.equal(words('The rent is 900 euros.', -3, -2, -2, -1, -2), null);
  assert.equal(words('The rent is 900 euros.', 2, 2, 2, 2, 2), null);
  assert.equal(words('The rent is 900 euros.'), null);
});

test('replaced words are part of the text, within one phrase', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,6}[.,;:]?$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(word, fc.double({ min: -9, max: 9, noNaN: true })), { maxLength: 12 }), (list) => {
      const text = list.map(([one]) => one).join(' ');
      const found = replacedWords(
        text,
        Float32Array.from(list, ([, logit]) => logit),
      );
      if (found === null) return;
      assert.ok(text.includes(found));
      assert.doesNotMatch(found, /[.,;:]/);
    }),
  );
});
