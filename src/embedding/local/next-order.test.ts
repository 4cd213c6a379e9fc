import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextOrder } from './next-order.js';

const passage = (key: string) => ({ key, purpose: 'passage' as const });
const query = (key: string) => ({ key, purpose: 'query' as const });

test('a worker takes queries first and keys in turn', () => {
  assert.equal(nextOrder([passage('a'), passage('a'), passage('b')], 'a'), 2);
  assert.equal(nextOrder([passage('a'), passage('b')], undefined), 0);
  assert.equal(nextOrder([passage('a'), passage('a')], 'a'), 0);
  assert.equal(nextOrder([passage('b'), query('a'), query('b')], 'a'), 2);
  assert.equal(nextOrder([passage('b'), query('a')], 'a'), 1);
});
