import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { digest } from './digest.js';

describe('a digest of memories', () => {
  test('contains a handful of facts in full, each as a sentence, none twice', () => {
    assert.equal(
      digest(['Ann likes tea', 'ann likes TEA!', 'Likes walks. Has a dog named Rex.']),
      'Ann likes tea. Likes walks. Has a dog named Rex.',
    );
    assert.equal(digest([]), '');
  });

  test('contains only what is said most in long material, in the given order and within its limit', () => {
    const filler = Array.from(
      { length: 300 },
      (_, i) => `Nobody${i} wrote${i} something${i} once${i} about${i} another${i} matter${i}.`,
    );
    const subject = Array.from(
      { length: 60 },
      (_, i) => `The garden project of Ann needs decision ${i} about the garden budget and the garden fence.`,
    );
    const text = digest([...subject, ...filler]);
    assert.ok(text.length <= 6_000 && text.length > 2_000, `${text.length} characters`);
    assert.match(text, /garden project/);
    const places = text.split(/(?<=\.) /).map((sentence) => [...subject, ...filler].indexOf(sentence));
    assert.ok(
      places.every((place) => place >= 0),
      'every sentence is one of the given',
    );
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  });
});
