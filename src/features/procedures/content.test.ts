import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paragraphsOf } from '../../embedding/lines.js';
import { contentOf, examplesOf } from './content.js';

test('examples are separated by line breaks, or by marks with spaces around them', () => {
  assert.deepEqual(examplesOf('refund me\r\n\n give it back / cancel | stop'), [
    'refund me',
    'give it back',
    'cancel',
    'stop',
  ]);
  assert.deepEqual(examplesOf('read and/or write the file'), ['read and/or write the file']);
});

test('a procedure is written as name and description, examples, steps: the order that the gist relies on', () => {
  const content = contentOf({
    name: 'Refund  an order',
    description: 'For shops.\n\nNot for gifts.',
    trigger: 'refund me / give it back',
    steps: ['Find\nit', 'Pay back'],
  });
  assert.equal(
    content,
    'Refund an order\nFor shops.\nNot for gifts.\n\nrefund me\ngive it back\n\n1. Find it\n2. Pay back',
  );
  assert.deepEqual(paragraphsOf(content), [
    ['Refund an order', 'For shops.', 'Not for gifts.'],
    ['refund me', 'give it back'],
    ['Find it', 'Pay back'],
  ]);
});

test('what is absent leaves no empty paragraph', () => {
  assert.equal(contentOf({ name: 'N', description: null, trigger: null, steps: ['S'] }), 'N\n\n1. S');
});
