import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readLexically } from './lexical.js';

/** The longest text that is accepted. */
const LENGTH = 20_000;
const fill = (part: string) => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);

const PARTS = [
  ...[
    'a',
    'A',
    ' ',
    '\n',
    '!',
    '?',
    '.',
    ',',
    '"',
    "'",
    "a'",
    '-',
    'a-',
    ':',
    ':)',
    ':-',
    '<3',
    '#',
    '@',
    '@a ',
    '/s ',
    '/',
  ],
  ...[
    '😀',
    '👍🏽',
    '👨‍👩‍👧',
    '❤️',
    '\ufe0f',
    '\u200d',
    '🇩🇪',
    'e\u0301',
    '\u202e',
    'שלום ',
    'مرحبا بك ',
    '\u202eevol',
    '好',
    '喜欢。',
  ],
  ...[
    'good ',
    'GOOD ',
    'goood ',
    'not ',
    'not good ',
    'no ',
    'very ',
    'very good ',
    'so so so good ',
    'but ',
    'good but ',
  ],
  ...[
    'although ',
    'cant ',
    'can not ',
    'the best of both ',
    'http://',
    'www.',
    'www.a ',
    'x-d ',
    '8) ',
    'Is it good? ',
    'aaa',
    'aaab',
  ],
];

test('texts of 20,000 characters have a valence, however they are built', () => {
  for (const part of PARTS) assert.ok(Math.abs(readLexically(fill(part))) <= 1, JSON.stringify(part));
});

test('the same emoji ten thousand times says little more than a few times', () => {
  const few = readLexically('😀'.repeat(4));
  const many = readLexically('😀'.repeat(10_000));
  assert.ok(many >= few && many - few < 0.05, `${few} ${many}`);
});

test('any text has a valence between −1 and 1, and the same one every time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const valence = readLexically(text);
      assert.ok(valence >= -1 && valence <= 1);
      assert.equal(readLexically(text), valence);
    }),
  );
});
