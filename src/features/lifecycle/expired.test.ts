import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { MINUTE } from '../../kernel/clock.js';
import { eventsOf, lifecycleClient, rowsOf } from './rows.test.kit.js';

const LEFT = ['memories', 'memory_vectors', 'memory_versions', 'links', 'conflicts'];
async function rowsLeft({ place }: TestService) {
  const counts: Record<string, number> = {};
  for (const table of LEFT) {
    const [row] = await rowsOf<{ count: number }>(place, `select count(*) as count from ${table}`);
    counts[table] = Number(row?.count);
  }
  return counts;
}

onBothEngines('expired memories', (start) => {
  it('are deleted on request within the scope, with everything attached to them', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key, id: keyId } = await service.mint();
    const life = lifecycleClient(service, key);
    await service.jobs.runDue(); // the sweep has run and is not due again for a minute
    const ttl = { ttl_seconds: 30 };
    const kept = await life.store('Ann takes the tram');
    const gone = await life.store('Ann is at the dentist', ttl);
    await life.store('Bob is at the dentist', { ...ttl, user_id: 'bob' });
    await life.store('Ann is on the phone', { ...ttl, agent_id: 'other' });
    const foreign = lifecycleClient(service, (await service.mint()).key);
    await foreign.store('Carl is at the dentist', ttl);
    await service.call('PATCH', `/memory/${gone}`, { key, body: { importance: 9 } });
    await rowsOf(service.place, 'update memories set superseded_by = ? where id = ?', [gone, kept]);
    await rowsOf(
      service.place,
      "insert into links (key_id, id, from_id, to_id, relationship, weight, metadata, created_at) values (?, 'l', ?, ?, 'related_to', 1, '{}', 0)",
      [keyId, kept, gone],
    );
    assert.equal((await life.removeExpired()).body.deleted, 0);
    clock.advance(MINUTE / 2);
    assert.equal((await life.stats()).expired_count, 3);
    const ofNobody = await life.removeExpired({ user_id: 'nobody' });
    assert.deepEqual([ofNobody.status, ofNobody.body], [200, { deleted: 0 }]);
    assert.deepEqual((await life.removeExpired({ user_id: 'ann', agent_id: 'default' })).body, { deleted: 1 });
    assert.deepEqual(await eventsOf(service.place, gone), ['memory.stored', 'memory.updated', 'memory.expired']);
    assert.equal((await life.get(`/memory/${kept}`)).body.superseded_by, null);
    assert.deepEqual((await life.removeExpired({ user_id: 'bob' })).body, { deleted: 1 });
    assert.deepEqual((await life.removeExpired()).body, { deleted: 1 });
    assert.deepEqual((await life.removeExpired()).body, { deleted: 0 });
    assert.deepEqual((await foreign.removeExpired()).body, { deleted: 1 });
    const left = await rowsLeft(service);
    assert.deepEqual([left.memories, left.memory_vectors, left.memory_versions, left.links], [1, 1, 0, 0]);
    const hidden = { q: 'dentist', user_id: 'ann', include_expired: 'true', include_superseded: 'true' };
    assert.equal((await life.get('/memory/retrieve', hidden)).body.count, 1);
  });

  it('are swept in the background across all keys, in batches, with one journal entry each', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    await service.jobs.runDue();
    const lives = [await service.mint(), await service.mint()].map(({ key }) => ({
      key,
      ...lifecycleClient(service, key),
    }));
    const ids: string[] = [];
    for (const life of lives) {
      await life.store('stays');
      for (let batch = 0; batch < 6; batch++) {
        const memories = Array.from({ length: 100 }, (_, i) => ({
          user_id: `user ${i % 3}`,
          content: `memory ${batch} ${i}`,
          ttl_seconds: 30,
        }));
        ids.push(...(await service.call('POST', '/memory/batch', { key: life.key, body: { memories } })).body.ids);
      }
    }
    clock.advance(2 * MINUTE);
    await service.jobs.runDue();
    for (const life of lives) assert.equal((await life.removeExpired()).body.deleted, 0);
    assert.deepEqual((await rowsLeft(service)).memories, 2);
    assert.deepEqual((await rowsLeft(service)).memory_vectors, 2);
    const lines = await rowsOf<{ subject: string }>(
      service.place,
      "select subject from journal where kind = 'memory.expired'",
    );
    assert.deepEqual(lines.map((row) => row.subject).sort(), ids.sort());
  });

  it('are deleted only once despite concurrent requests', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key } = await service.mint();
    const life = lifecycleClient(service, key);
    for (let i = 0; i < 20; i++) await life.store(`memory ${i}`, { ttl_seconds: 1 });
    clock.advance(MINUTE);
    const responses = await Promise.all([
      service.jobs.runDue(),
      ...Array.from({ length: 8 }, () => life.removeExpired()),
    ]);
    const deleted = responses.map((response) => response?.body.deleted ?? 0).reduce((sum, one) => sum + one, 0);
    assert.ok(deleted <= 20);
    const lines = await rowsOf(service.place, "select subject from journal where kind = 'memory.expired'");
    assert.equal(lines.length, 20);
    assert.equal((await rowsLeft(service)).memories, 0);
  });
});
