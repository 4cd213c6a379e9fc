import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gistOf, MAX_LINES, paragraphsOf } from './lines.js';
import { passageTokens } from './units.js';

test('groups lines by paragraph, without blank lines and list markers', () => {
  const text = 'Refund an order\n\n  i want my money back\r\n\n\n1. Find the order\n12) Check it\n- Pay back\n';
  assert.deepEqual(paragraphsOf(text), [
    ['Refund an order'],
    ['i want my money back'],
    ['Find the order', 'Check it', 'Pay back'],
  ]);
  assert.deepEqual(paragraphsOf(' \n\n '), []);
});

test('takes no more lines than the limit, and cuts a line as long as a page to one passage', () => {
  const many = Array.from({ length: MAX_LINES + 20 }, (_, i) => `line ${i}`).join('\n\n');
  assert.equal(paragraphsOf(many).flat().length, MAX_LINES);
  const [[long]] = paragraphsOf('word '.repeat(3_000)) as [[string]];
  assert.ok(passageTokens(long) <= 256);
});

test("the gist has unit length, and a paragraph's weight does not depend on its number of lines", () => {
  const x = Float32Array.of(1, 0);
  const y = Float32Array.of(0, 1);
  const one = gistOf([['title'], ['trigger']], [x, y]);
  const many = gistOf([['title'], ['a', 'b', 'c']], [x, y, y, y]);
  assert.deepEqual([...one], [...many]);
  assert.ok(Math.abs(Math.hypot(...one) - 1) < 1e-6);
  assert.ok((one[1] as number) > (one[0] as number), 'the second paragraph weighs more than the first');
});

test('lines that point in opposite directions still give a gist', () => {
  assert.deepEqual([...gistOf([['a', 'b']], [Float32Array.of(1, 0), Float32Array.of(-1, 0)])], [1, 0]);
});
