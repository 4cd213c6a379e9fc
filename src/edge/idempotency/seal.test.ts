import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf, Seal } from './seal.js';

test('a response opens with the same credential, token and name, and with no others', () => {
  const sealed = new Seal('credential', 'token', 'name').close('{"key":"secret"}', 201);
  assert.equal(new Seal('credential', 'token', 'name').open(sealed, 201), '{"key":"secret"}');
  assert.equal(new Seal('other', 'token', 'name').open(sealed, 201), null);
  assert.equal(new Seal('credential', 'other', 'name').open(sealed, 201), null);
  assert.equal(new Seal('credential', 'token', 'other').open(sealed, 201), null);
  assert.equal(new Seal('credentia', 'ltoken', 'name').open(sealed, 201), null);
});

test('a changed or truncated response, or another status, does not open', () => {
  const seal = new Seal('credential', 'token', 'name');
  const sealed = seal.close('answer', 200);
  assert.equal(seal.open(sealed, 201), null);
  assert.equal(seal.open(sealed.slice(0, -4), 200), null);
  assert.equal(seal.open('', 200), null);
  assert.equal(seal.open((sealed[0] === 'A' ? 'B' : 'A') + sealed.slice(1), 200), null);
});

test('a sealed response is unreadable, and sealing it twice gives different texts', () => {
  const seal = new Seal('credential', 'token', 'name');
  const sealed = seal.close('a readable secret', 200);
  assert.ok(!Buffer.from(sealed, 'base64').toString('latin1').includes('readable'));
  assert.notEqual(seal.close('a readable secret', 200), sealed);
});

test('lists of texts that join to the same text have different hashes', () => {
  assert.notEqual(hashOf('ab', 'c'), hashOf('a', 'bc'));
});
