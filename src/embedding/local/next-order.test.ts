import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NextOrder, type Order } from './next-order.js';

const passage = (key: string, text = 'x'): Order => ({ key, purpose: 'passage', text });
const query = (key: string): Order => ({ key, purpose: 'query', text: 'x' });

/** The order in which the pieces are done, if all of them wait from the start. */
function orderOf(waiting: Order[]): string {
  const order = new NextOrder();
  const done: string[] = [];
  while (waiting.length > 0) {
    const [next] = waiting.splice(order.take(waiting), 1) as [Order];
    done.push(`${next.purpose[0]}${next.key}`);
  }
  return done.join(' ');
}

describe('a worker', () => {
  it('takes queries first and keys in turn', () => {
    assert.equal(orderOf([passage('a'), passage('a'), passage('b')]), 'pa pb pa');
    assert.equal(orderOf([passage('b'), query('a'), query('b')]), 'qa qb pb');
    assert.equal(new NextOrder().take([]), -1);
  });

  it('lets a passage of another key have its turn among many queries of one', () => {
    const flood = Array.from({ length: 5 }, () => query('flood'));
    assert.equal(orderOf([...flood, passage('a'), passage('b')]), 'qflood qflood pa qflood qflood pb qflood');
  });

  it('lets a long passage wait for queries of up to twice its own cost', () => {
    const asked = Array.from({ length: 6 }, () => query('a'));
    assert.equal(orderOf([...asked, passage('b', 'x'.repeat(100))]), 'qa qa qa qa pb qa qa');
  });

  it('takes the queries of a key before its own passages', () => {
    assert.equal(orderOf([passage('a'), query('a'), query('a'), query('a')]), 'qa qa qa pa');
  });
});
