import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../test/support/service.js';

onBothEngines('a list', (start) => {
  it('runs from the newest to the oldest or the reverse, page by page', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const store = async (...contents: string[]) => {
      const memories = contents.map((content) => ({ user_id: 'ann', content }));
      assert.equal((await service.call('POST', '/memory/batch', { key, body: { memories } })).status, 201);
    };
    await store('one', 'two', 'three'); // at the same time
    await store('four');
    await store('five', 'six', 'seven');
    const walk = async (order: Record<string, string>) => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query = { user_id: 'ann', limit: 2, ...order, ...(cursor ? { cursor } : {}) };
        const { body } = await service.call('GET', '/memory', { key, query });
        seen.push(...body.memories.map(({ content }: { content: string }) => content));
        cursor = body.next_cursor;
      }
      return seen;
    };
    const order = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
    assert.deepEqual(await walk({ order: 'oldest' }), order);
    assert.deepEqual(await walk({ order: 'newest' }), [...order].reverse());
    assert.deepEqual(await walk({}), [...order].reverse());
  });

  it('refuses an unknown order, and a cursor of the other order', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    for (const content of ['one', 'two'])
      await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content } });
    const list = (query: Record<string, string>) =>
      service.call('GET', '/memory', { key, query: { user_id: 'ann', limit: 1, ...query } });
    const wrong = await list({ order: 'random' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.body.error.message, /order/);
    const { body } = await list({ order: 'oldest' });
    assert.equal((await list({ order: 'newest', cursor: body.next_cursor })).status, 400);
  });
});
