import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoDay, plainText } from './plain.js';

test('invisible characters are removed, visible ones stay', () => {
  assert.equal(plainText('  a\u200bb\u202ec\u{e0041}d\u00ade\ufeff \u0007'), 'abcde');
  assert.equal(plainText('Grüße, 你好, سلام 👍 é \t indented'), 'Grüße, 你好, سلام 👍 é \t indented');
  assert.equal(plainText('\u3164\u2800\u200b'), '');
});

test('line breaks are normalized, and empty lines do not pile up', () => {
  assert.equal(plainText('a\r\nb\rc\u2028d\u0085e\n\n\n\n\nf'), 'a\nb\nc\nd\ne\n\nf');
});

test('plain text stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => assert.equal(plainText(plainText(text)), plainText(text))),
  );
});

test('days are written in UTC', () => {
  assert.equal(isoDay(Date.UTC(2026, 2, 14, 23, 59)), '2026-03-14');
  assert.equal(isoDay(8_640_000_000_000_000), '+275760-09-13');
});
