import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { utteranceOf } from './entities.js';

test('a speaker is read from the beginning of a turn', () => {
  assert.deepEqual(utteranceOf('Ada: I moved.'), { speaker: ['ada'], said: 'I moved.' });
  assert.deepEqual(utteranceOf('Ada Lovelace: hello'), { speaker: ['ada', 'lovelace'], said: 'hello' });
  assert.deepEqual(utteranceOf('[1:56 pm on 8 May, 2023] Ada: hello'), { speaker: ['ada'], said: 'hello' });
});

test('what only looks like a turn has no speaker', () => {
  for (const text of ['remember: call Bob', 'https://example.org', 'At 10:30 we met', 'Ada moved', '', 'Ada:']) {
    assert.deepEqual(utteranceOf(text), { speaker: null, said: text });
  }
});

test('no string breaks it, and nothing that was said is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.ok(text.endsWith(utteranceOf(text).said));
    }),
  );
});
