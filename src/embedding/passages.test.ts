import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PASSAGE_SIZES, splitPassages } from './passages.js';
import { passageTokens } from './units.js';

const SMALL = { aimUnits: 12, maxUnits: 16, overlapUnits: 4 };
const WORDS = [
  'Maria',
  'moved.',
  'to',
  'Lisbon!',
  '\n\n',
  '\n',
  '你好。',
  '世界',
  '😀',
  '한국어',
  'naïve',
  '2026',
  '—',
  '\t',
];
const messyText = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { maxLength: 300 }).map((words) => words.join(' ')),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 300 }).map((words) => words.join('')),
  fc.string({ unit: 'binary', maxLength: 500 }),
);
const LONE_SURROGATE = /\p{Surrogate}/u;
const sentence = (n: number) => `Sentence number ${n} tells of one small thing that happened to somebody.`;

test('a text that fits stays one passage exactly as it is', () => {
  for (const text of ['', '  ', ' Maria moved to Lisbon. ', sentence(1).repeat(8)]) {
    assert.deepEqual(splitPassages(text), [text]);
  }
});

test('a long text is cut at sentence ends, and each passage begins with the end of the previous one', () => {
  const text = Array.from({ length: 60 }, (_, n) => sentence(n)).join(' ');
  const passages = splitPassages(text);
  assert.ok(passages.length > 3);
  for (const passage of passages) assert.match(passage, /^Sentence number .*somebody\.$/);
  passages.slice(1).forEach((passage, index) => {
    const first = `${passage.split('.')[0]}.`;
    assert.ok(passages[index]?.includes(first), `passage ${index + 1} does not begin with the end of the one before`);
  });
});

test('a paragraph end is preferred and nothing is repeated across it', () => {
  const paragraph = (from: number) => Array.from({ length: 8 }, (_, n) => sentence(from + n)).join(' ');
  const passages = splitPassages(`${paragraph(0)}\n\n${paragraph(100)}\n\n${paragraph(200)}`);
  assert.deepEqual(passages, [paragraph(0), paragraph(100), paragraph(200)]);
});

test('no passage is a stub: the shares are even where the text allows it', () => {
  const passages = splitPassages('word '.repeat(205));
  assert.equal(passages.length, 2);
  for (const passage of passages) assert.ok(passageTokens(passage) > PASSAGE_SIZES.aimUnits / 2);
});

test('every character that is not a space is in some passage, in order', () => {
  fc.assert(
    fc.property(messyText, (text) => {
      let covered = 0;
      for (const passage of splitPassages(text, SMALL)) {
        // A passage begins no later than where the previous one ended, apart from spaces.
        const from = text.lastIndexOf(passage, covered + (text.slice(covered).match(/^\s*/)?.[0].length ?? 0));
        assert.ok(from >= 0, 'a passage is not a piece of the text, or leaves a gap');
        covered = Math.max(covered, from + passage.length);
      }
      assert.equal(text.slice(covered).trim(), '');
    }),
    { numRuns: 300 },
  );
});

test('no passage exceeds the limit and none is empty', () => {
  fc.assert(
    fc.property(messyText, (text) => {
      const passages = splitPassages(text, SMALL);
      assert.ok(passages.length >= 1);
      for (const passage of passages) {
        assert.ok(passageTokens(passage) <= SMALL.maxUnits);
        assert.ok(passages.length === 1 || passage !== '');
      }
    }),
    { numRuns: 300 },
  );
});

test('a surrogate pair is never torn apart', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('😀', '👩‍🚀', 'a', '𝒳'), minLength: 20, maxLength: 300 }), (text) => {
      const passages = splitPassages(text, SMALL);
      assert.ok(passages.join('').length >= text.length, 'nothing is left out');
      for (const passage of passages) assert.doesNotMatch(passage, LONE_SURROGATE);
    }),
  );
});

test('texts that repeat a single character or word are split as well', () => {
  for (const piece of ['x', '\n', '😀', '你', '한', '1', '.', ' a', 'a.\n']) {
    const text = piece.repeat(100_000 / piece.length);
    const passages = splitPassages(text);
    const lengthOf = (spaced: string) => spaced.replace(/\s/g, '').length;
    assert.ok(lengthOf(passages.join('')) >= lengthOf(text), 'nothing is left out');
    for (const passage of passages) assert.ok(passageTokens(passage) <= PASSAGE_SIZES.maxUnits);
    assert.ok(passages.length >= 1 && passages.length < 2_000);
  }
});
