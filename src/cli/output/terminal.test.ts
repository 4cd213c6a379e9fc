import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable, table } from './terminal.js';

test('a text of a stranger cannot move the cursor, set the title or turn its direction', () => {
  assert.equal(printable('a\u001b[2Jb\u001b]0;title\u0007c\u009bd\u202ee\tf\ng'), 'a[2Jb]0;titlecde\tf\ng');
  assert.equal(printable('\u001b[2mdim\u001b[22m'), '\u001b[2mdim\u001b[22m');
});

test('a cell of a table is one line', () => {
  assert.deepEqual(table([['a\nb  pro', 'c\r\nd']]), ['a b  pro  c  d']);
});
