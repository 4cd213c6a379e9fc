import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BulkTurns } from './bulk-turns.js';

describe('bulk work', () => {
  it('is done one piece at a time, flow by flow in turns, with room for others in between', async () => {
    const turns = new BulkTurns();
    const order: string[] = [];
    const piece = (flow: string, name: string) => turns.run(flow, () => order.push(name));
    const all = [piece('greedy', 'g1'), piece('greedy', 'g2'), piece('greedy', 'g3'), piece('modest', 'm1')];
    assert.deepEqual(order, ['g1'], 'the others have not begun when the first is done');
    const between = new Promise<void>((resolve) => setImmediate(() => resolve())).then(() => order.push('other'));
    await Promise.all([...all, between]);
    assert.deepEqual(
      order.filter((name) => name !== 'other'),
      ['g1', 'g2', 'm1', 'g3'],
    );
    assert.ok(order.indexOf('other') < order.length - 1);
  });

  it('goes on after a piece that fails', async () => {
    const turns = new BulkTurns();
    const failing = turns.run('a', () => {
      throw new Error('no');
    });
    const next = turns.run('a', () => 'done');
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'done');
  });
});
