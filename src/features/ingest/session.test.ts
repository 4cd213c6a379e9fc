import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ComparedTurn, episodeOf, type Kept, placeOf } from './session.js';

const turn = (content: string, role = 'user'): ComparedTurn => ({ role, name: null, content });
const known = (turns: readonly Kept[], count: number) => ({
  total: turns.length,
  head: turns.slice(0, count),
  tail: turns.slice(Math.max(0, turns.length - count)),
});
const place = (there: readonly Kept[], given: readonly ComparedTurn[]) => placeOf(given, known(there, given.length));

describe('the position of turns in their session', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((content) => turn(content)) as [
    ComparedTurn,
    ComparedTurn,
    ComparedTurn,
    ComparedTurn,
  ];

  test('is 0 for the whole conversation, with or without new turns at its end', () => {
    assert.equal(place([], [a, b]), 0);
    assert.equal(place([a, b], [a, b]), 0);
    assert.equal(place([a, b], [a, b, c]), 0);
    assert.equal(place([a, b, c], [a, b]), 0);
  });

  test('is where the last part began if that part is sent again', () => {
    assert.equal(place([a, b, c], [b, c, d]), 1);
    assert.equal(place([a, b, c], [c]), 2);
  });

  test('is after all stored turns for anything else', () => {
    assert.equal(place([a, b], [c, d]), 2);
    assert.equal(place([a, b, c], [b, d]), 3);
    assert.equal(place([a], [turn('a', 'assistant')]), 1);
  });

  test('does not restore forgotten turns', () => {
    assert.equal(place([null, b], [a, b, c]), 0);
    assert.equal(place([a, null], [c]), 2, 'but a forgotten turn alone matches nothing');
  });

  test('is right however a conversation of different turns is split into calls', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.tuple(fc.nat(20), fc.nat(20))), (length, cuts) => {
        const all = Array.from({ length }, (_, i) => turn(`turn ${i}`));
        let there: ComparedTurn[] = [];
        for (const [from, to] of [...cuts, [0, length] as const]) {
          const start = Math.min(from, there.length);
          const given = all.slice(start, Math.max(start + 1, there.length, to));
          const at = place(there, given);
          there = [...there, ...given.slice(there.length - at)];
          assert.deepEqual(there, all.slice(0, there.length));
        }
        assert.equal(there.length, length);
      }),
    );
  });
});

test('a session has an episode of its own for each user and agent', () => {
  const ids = [episodeOf('u', 'a', 's'), episodeOf('u', 'b', 's'), episodeOf('v', 'a', 's'), episodeOf('ua', '', 's')];
  assert.equal(new Set(ids).size, 4);
  assert.equal(episodeOf('u', 'a', 's'), ids[0]);
});
