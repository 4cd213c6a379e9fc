import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atOnce, inTurns } from '../../kernel/turns/turns.js';
import { beginning, charactersOfEach, digest } from './digest.js';

describe('a digest of memories', () => {
  test('contains a handful of facts in full, each as a sentence, none twice', () => {
    assert.equal(
      atOnce(digest(['Ann likes tea', 'ann likes TEA!', 'Likes walks. Has a dog named Rex.'])),
      'Ann likes tea. Likes walks. Has a dog named Rex.',
    );
    assert.equal(atOnce(digest([])), '');
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
    const text = atOnce(digest([...subject, ...filler]));
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

  test('is made while others get their turns, even of nothing but repetitions', async () => {
    let turns = 0;
    const pass = async () => void turns++;
    assert.equal(await inTurns(digest(Array.from({ length: 20 }, () => 'ok. '.repeat(2_500))), pass), 'ok.');
    assert.ok(turns >= 20, `${turns} turns`);
    const texts = Array.from({ length: 400 }, (_, i) => `Ann${i} wrote${i} something${i} about${i} matter${i}.`);
    turns = 0;
    await inTurns(digest([texts.join(' ')]), pass);
    assert.ok(turns >= 4, `${turns} turns`);
  });

  test('cuts only the longest texts if there is too much to read', () => {
    assert.equal(charactersOfEach([], 100), 100);
    assert.ok(charactersOfEach([50, 10, 40], 100) >= 50);
    assert.equal(charactersOfEach([500, 10, 400], 100), 45);
    assert.equal(beginning('Ann keeps bees', 14), 'Ann keeps bees');
    assert.equal(beginning('Ann keeps bees', 12), 'Ann keeps…');
  });
});
