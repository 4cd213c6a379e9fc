import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { DAY } from '../../kernel/clock.js';
import { idsOf, lifecycleClient, rowsOf } from './rows.test.kit.js';

onBothEngines('stale memories', (start) => {
  it('are those neither stored nor verified for thirty days, longest unverified first', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const life = lifecycleClient(service, (await service.mint()).key);
    const first = clock.now();
    const a = await life.store('Ann takes the tram');
    clock.advance(DAY);
    const b = await life.store('Ann owns a bicycle');
    assert.deepEqual(await life.stale(), { count: 0, oldest_unverified: null, stale_memories: [], next_cursor: null });
    clock.advance(29 * DAY);
    const page = await life.stale();
    assert.deepEqual([page.count, page.oldest_unverified, idsOf(page.stale_memories)], [1, first, [a]]);
    assert.equal(page.stale_memories[0].content, 'Ann takes the tram');
    clock.advance(10 * DAY);
    assert.deepEqual(idsOf((await life.stale()).stale_memories), [a, b]);
    const verified = clock.now();
    await life.verify(a);
    assert.deepEqual(idsOf((await life.stale()).stale_memories), [b]);
    clock.advance(40 * DAY);
    const later = await life.stale();
    assert.deepEqual(idsOf(later.stale_memories), [b, a]);
    assert.equal(later.oldest_unverified, first + DAY);
    assert.deepEqual(idsOf((await life.stale({ days: 41 })).stale_memories), [b]);
    await life.store('Ann owns a bicycle');
    const last = await life.stale();
    assert.deepEqual([idsOf(last.stale_memories), last.oldest_unverified], [[a], verified]);
  });

  it('stay within the scope, and are neither expired nor superseded', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key } = await service.mint();
    const life = lifecycleClient(service, key);
    const ann = await life.store('one');
    const other = await life.store('two', { agent_id: 'other' });
    const bob = await life.store('three', { user_id: 'bob' });
    await life.store('four', { ttl_seconds: 3_600 });
    const replaced = await life.store('five');
    await lifecycleClient(service, (await service.mint()).key).store('of another key');
    await rowsOf(service.place, 'update memories set superseded_by = ? where id = ?', [ann, replaced]);
    clock.advance(31 * DAY);
    const ids = async (query = {}) => idsOf((await life.stale(query)).stale_memories);
    assert.deepEqual(await ids(), [ann, other, bob].sort());
    assert.deepEqual(await ids({ user_id: 'ann' }), [ann, other].sort());
    assert.deepEqual(await ids({ agent_id: 'other' }), [other]);
    assert.deepEqual(await ids({ user_id: 'bob', agent_id: 'other' }), []);
  });

  it('are paged without gaps or repeats, and every page reports the oldest', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const life = lifecycleClient(service, (await service.mint()).key);
    const ids: string[] = [];
    const oldest = clock.now();
    for (let i = 0; i < 7; i++) {
      ids.push(await life.store(`memory ${i}`));
      if (i % 2) clock.advance(DAY);
    }
    clock.advance(60 * DAY);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await life.stale({ limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...idsOf(page.stale_memories));
      assert.equal(page.oldest_unverified, oldest);
      assert.equal(page.count, page.stale_memories.length);
      cursor = page.next_cursor;
    }
    assert.deepEqual(seen, ids);
    const response = await life.get('/memory/stale', { cursor: 'nonsense' });
    assert.equal(response.body.error.details[0].field, 'cursor');
  });

  it('reject `days` outside 1–3650 and a `limit` above 200', async () => {
    const service = await start();
    const life = lifecycleClient(service, (await service.mint()).key);
    for (const [field, value] of [
      ['days', 0],
      ['days', 3_651],
      ['days', 'many'],
      ['limit', 201],
    ] as const) {
      const response = await life.get('/memory/stale', { [field]: value });
      assert.equal(response.status, 400);
      assert.equal(response.body.error.details[0].field, field);
    }
    assert.equal((await life.stale({ days: 3_650 })).count, 0);
  });
});
