import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowOf } from './window.js';

const LONG = `${'The weather was fine. '.repeat(40)}Ada keeps bees on the roof. ${'Nothing else happened. '.repeat(40)}`;

test('a short text is read as it is', () =>
  assert.equal(windowOf('Ada keeps bees.', new Set(['bee']), 100), 'Ada keeps bees.'));

test('the part of a long text with most of the terms is read, up to the limit', () => {
  const window = windowOf(LONG, new Set(['bee', 'roof']), 120);
  assert.match(window, /bees on the roof/);
  assert.ok(window.length <= 120);
});

test('a text without sentences is cut', () => assert.equal(windowOf('a'.repeat(500), new Set(['x']), 100).length, 100));
