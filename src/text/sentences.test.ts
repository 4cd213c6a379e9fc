import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sentences } from './sentences.js';

const CASES: [name: string, ...sentences: string[]][] = [
  ['abbreviations', 'Dr. Smith met Prof. Li, e.g. on Jan. 3.', 'It was No. 7 of them.', 'No.', 'It was not.'],
  ['numbers and addresses', 'It cost 3.50 euros, see foo.bar.com/v1.2.', 'Then 4.', 'He left at 5 p.m. on Monday.'],
  ['initials', 'J. R. Smith said so.', 'So am I.', 'The U.S. economy grew.'],
  ['quotations', '"Really?" she said.', '"Yes!"', 'He nodded (twice.)', 'Good.'],
  ['several marks', 'What?!', 'No...', 'Well… maybe.'],
  ['lower case', 'i like it.', 'it works!', 'does it?'],
  ['Chinese and Japanese', '今日は雨です。', '明日は晴れ！', '「本当？」と言った。'],
];

describe('sentences', () => {
  for (const [name, ...expected] of CASES) {
    it(`handles ${name}`, () =>
      assert.deepEqual(sentences(expected.join(name.startsWith('Chinese') ? '' : ' ')), expected));
  }

  it('treats lines as sentences, unless they are wrapped', () => {
    assert.deepEqual(sentences('Shopping\n- milk\n- eggs\n1. call Bob\n\nDone'), [
      'Shopping',
      '- milk',
      '- eggs',
      '1. call Bob',
      'Done',
    ]);
    assert.deepEqual(sentences('a line that goes\non here.\nNext'), ['a line that goes on here.', 'Next']);
    assert.deepEqual(sentences(' \n\t '), []);
  });

  it('loses nothing but spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab. !?\n"。「」1-A…'.split('')), maxLength: 60 }), (text) => {
        assert.equal(sentences(text).join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
      }),
    );
  });

  it('loses nothing of long hostile texts either', () => {
    for (const part of ['a. ', ' \n', '\n- ', '.', '")', 'A.B.', '1. ']) {
      const text = part.repeat(200_000);
      assert.ok(sentences(text).join('').replace(/\s/g, '') === text.replace(/\s/g, ''), JSON.stringify(part));
    }
  });
});
