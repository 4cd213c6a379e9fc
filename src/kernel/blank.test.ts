import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBlank } from './blank.js';

test('white space and what nobody sees are blank; a letter, a sign or an emoji is not', () => {
  for (const text of [
    '',
    ' \t\r\n',
    '\u00a0',
    '\u3000',
    '\u200b\u2060',
    '\ufeff \u202e',
    '\u0001',
    '\u3164',
    '\u{e0041}',
    '\ufe0f',
  ])
    assert.ok(isBlank(text), JSON.stringify(text));
  for (const text of ['a', ' .\n', '\u200b0', '😀', '👨‍👩‍👧', '名', '\u202eא', '✅'])
    assert.ok(!isBlank(text), JSON.stringify(text));
});
