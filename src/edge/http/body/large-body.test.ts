import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { onBothEngines } from '../../../../test/support/service.js';
import { BodyMemory } from '../admission/body-memory.js';

const MB = 1024 * 1024;

onBothEngines('a large body', (start) => {
  it('is refused for too many entries before they become objects', async () => {
    const service = await start();
    const { key } = await service.mint();
    const body = `{"memories":[${'{},'.repeat(10_000_000)}{}]}`;
    const { status, body: response } = await service.call('POST', '/memory/batch', { key, body });
    assert.deepEqual([status, response.error.code], [400, 'invalid_request']);
    assert.match(response.error.message, /`memories` must be an array of at most 100 items/);
    assert.equal((await service.call('GET', '/health')).status, 200);
  });

  it('is stored, returned and replayed like a small one', async () => {
    const service = await start();
    const { key } = await service.mint();
    const content = (i: number) => `${i} ${'The harbour lights were seen from the tower. '.repeat(300)}`;
    const memories = Array.from({ length: 20 }, (_, i) => ({ user_id: 'u', content: content(i), metadata: { i } }));
    const headers = { 'idempotency-key': 'large' };
    const first = await service.call('POST', '/memory/batch', { key, body: { memories }, headers });
    assert.deepEqual([first.status, first.body.stored], [201, 20]);
    const again = await service.call('POST', '/memory/batch', { key, body: { memories }, headers });
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const other = await service.call('POST', '/memory/batch', { key, body: { memories: memories.slice(1) }, headers });
    assert.equal(other.status, 409);
    const one = await service.call('GET', `/memory/${first.body.ids[7]}`, { key });
    assert.deepEqual([one.body.content, one.body.metadata], [content(7), { i: 7 }]);
  });
});

describe('the memory of large bodies', () => {
  it('is shared: a flow that fills its part waits, others do not', async () => {
    const memory = new BodyMemory(100 * MB, 40 * MB, 60_000);
    const first = await memory.take('greedy', 30 * MB);
    let second = false;
    const waiting = memory.take('greedy', 30 * MB).then((giveBack) => {
      second = true;
      return giveBack;
    });
    const other = await memory.take('modest', 30 * MB);
    assert.equal(second, false);
    first();
    first();
    (await waiting)();
    other();
    const whole = await memory.take('greedy', 99 * MB);
    whole();
  });

  it('is refused to whoever waits too long', async () => {
    const memory = new BodyMemory(10 * MB, 10 * MB, 10);
    await memory.take('a', 10 * MB);
    await assert.rejects(memory.take('b', 2 * MB), { code: 'overloaded' });
    (await memory.take('b', 100))();
  });
});
