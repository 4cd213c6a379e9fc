import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atOnce, type Work } from '../../kernel/turns/turns.js';
import { CUT_MARK, cutToFit } from './cut.js';

const within = (length: number) =>
  function* (text: string): Work<boolean> {
    yield 1;
    return text.length <= length;
  };
const cut = (text: string, length: number) => atOnce(cutToFit(text, text.length, within(length)));

test('the longest run of sentences that fits is kept', () => {
  const text = 'One is here. Two is "there." Three went! Four is far away.';
  assert.equal(cut(text, 34), `One is here. Two is "there."${CUT_MARK}`);
  assert.equal(cut(text, 45), `One is here. Two is "there." Three went!${CUT_MARK}`);
  assert.equal(cut(text, 20), `One is here.${CUT_MARK}`);
});

test('a line break ends a sentence, and so does a full stop in another script', () => {
  assert.equal(cut('milk\neggs\nbread and butter', 14), `milk\neggs${CUT_MARK}`);
  assert.equal(cut('她喜欢绿茶。她住在里斯本。她有一只猫。', 17), `她喜欢绿茶。她住在里斯本。${CUT_MARK}`);
});

test('if no sentence fits, the text is cut after a word, but not after a few', () => {
  assert.equal(cut('one two three four five six seven', 27), `one two three four five${CUT_MARK}`);
  assert.equal(cut('one two three four five six seven', 24), null);
});

test('a text without an early enough end of a word is not cut', () => {
  assert.equal(cut('x'.repeat(100), 50), null);
  assert.equal(cut('', 50), null);
});
