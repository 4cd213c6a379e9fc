import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { estimateTokens } from './tokens.js';

/** Limits around the counts of current byte-pair tokenizers. */
const TEXTS: readonly [text: string, least: number, most: number][] = [
  ['', 0, 0],
  ['hello', 1, 1],
  ['The user prefers dark mode.', 6, 8],
  ['internationalization', 2, 5],
  ['1234567890', 3, 5],
  ['-'.repeat(80), 1, 25],
  ['Zażółć gęślą jaźń', 8, 17],
  ['Пользователь живёт в Казани.', 6, 14],
  ['用户喜欢绿茶，不喜欢咖啡。', 9, 16],
  ['彼女は東京に住んでいます。', 8, 16],
  ['👍👍', 2, 6],
  ['function add(a, b) {\n  return a + b;\n}', 14, 22],
];

for (const [text, least, most] of TEXTS) {
  test(`${JSON.stringify(text.slice(0, 30))} is estimated at ${least} to ${most} tokens`, () => {
    const tokens = estimateTokens(text);
    assert.ok(tokens >= least && tokens <= most, `${tokens}`);
  });
}

test('any string has a whole number of tokens, at most one per code unit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const tokens = estimateTokens(text);
      assert.ok(Number.isInteger(tokens) && tokens >= 0 && tokens <= text.length);
      assert.equal(estimateTokens(text), tokens);
    }),
  );
});

test('a text has at least about as many tokens as a part of it', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 50 }), (text, more) => {
      assert.ok(estimateTokens(text + more) >= estimateTokens(text) - 1);
    }),
  );
});
