import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BulkTurns } from './bulk-turns.js';

describe('bulk work', () => {
  it('runs one piece at a time, with flows taking turns and other work in between', async () => {
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

  it('lets others run if it can be interrupted, and ends before the next of its flow begins', async () => {
    const turns = new BulkTurns();
    const order: string[] = [];
    function* long(name: string, slices: number) {
      for (let i = 0; i < slices; i++) {
        for (const until = performance.now() + 6; performance.now() < until; );
        order.push(name);
        yield;
      }
      return name;
    }
    const all = [turns.steps('greedy', long('g1', 3)), turns.steps('greedy', long('g2', 2))];
    const modest = turns.run('modest', () => order.push('m'));
    let others = 0;
    const other = setInterval(() => others++, 1);
    assert.deepEqual(await Promise.all(all), ['g1', 'g2']);
    await modest;
    clearInterval(other);
    assert.deepEqual(order, ['g1', 'g1', 'm', 'g1', 'g2', 'g2']);
    assert.ok(others > 0);
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
