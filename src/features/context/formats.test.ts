import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { HOSTILE } from './context-hostile.test.kit.js';
import { asReadBack, readBack } from './context-parser.test.kit.js';
import { type Entry, FORMATS, render } from './formats.js';
import { plainText } from './plain.js';

const PIECES = [
  ...HOSTILE.filter((text) => text.length < 100),
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '\\',
    '`',
    '```',
    '~~~',
    '\n',
    '\r\n',
    '\t',
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '|',
    ';',
    '#',
    '-',
    '*',
  ],
  ...[
    'u003c',
    'lt;',
    '#60;',
    'memory',
    'memories',
    '/',
    'date="',
    ' ',
    '2020-01-01',
    'INST',
    '\u200b',
    '\u202e',
    '\u{e0041}',
    'é',
    '中',
    '👍',
  ],
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
  fc
    .tuple(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme' }))
    .map((parts) => parts.join('')),
);
const entriesOf = (texts: readonly string[]): Entry[] =>
  texts.flatMap((content, i) => {
    const shown = plainText(content);
    return shown === '' ? [] : [{ id: `m${i}`, date: '2026-03-14', text: shown }];
  });

function nothingEscapes(texts: readonly string[]): void {
  const entries = entriesOf(texts);
  for (const format of FORMATS) {
    const context = render(format, entries);
    const expected = entries.map(({ date, text }) => ({ date, text: asReadBack(format, text) }));
    assert.deepEqual(readBack(format, context), expected);
  }
}

describe('formats', () => {
  it('has enough hostile texts to try', () => assert.ok(new Set(HOSTILE).size >= 60));

  it('reads back every hand-written hostile text as exactly one memory', () => {
    for (const hostile of HOSTILE) nothingEscapes([hostile]);
    nothingEscapes(HOSTILE);
  });

  it('reads back 1,000 generated hostile texts, alone and among others', () => {
    const property = fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), nothingEscapes);
    fc.assert(property, { numRuns: 1_000 });
  });

  it('shows nothing invisible', () => {
    const property = fc.property(text, (content) => {
      for (const format of FORMATS) {
        assert.doesNotMatch(
          render(format, entriesOf([content])),
          /(?!\n)\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}/u,
        );
      }
    });
    fc.assert(property);
  });

  it('leaves ordinary text as it is', () => {
    const said = 'Ada said: "5 > 3, use `npm ci`, the share is \\\\vault\\new, and mail me at a@b.example (soon)!"';
    const [entry] = entriesOf([said]);
    assert.equal(entry?.text, said);
    assert.ok(render('raw', entriesOf([said])).includes(`2026-03-14 ${said}`));
    assert.ok(render('markdown', entriesOf([said])).includes(said.replaceAll('\\', '\\\\')));
    assert.ok(render('anthropic', entriesOf([said])).includes(said.replace('>', '&gt;')));
  });

  it('renders an empty text without memories', () => {
    for (const format of FORMATS) assert.equal(render(format, []), '');
  });
});
