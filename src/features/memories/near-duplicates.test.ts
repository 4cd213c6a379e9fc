import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newMemory, unlimited } from '../../../test/support/memories.js';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { storeMemories } from './sql/store.js';

const TEXT = 'Ann keeps two old bicycles in the shed behind the house';
const NEAR = 'Ann keeps two old bicycles in the shed behind the house!';
const OTHER = 'The quarterly report goes to the auditors before the end of March';
/** More than the number of matching memories that are examined. */
const MANY = 80;

const storing =
  (service: TestService, key: string) =>
  async (content: string, more: object = {}) =>
    (await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, ...more } })).body;

onBothEngines('near duplicates', (start, engine) => {
  it('are found even after many copies were forgotten', async () => {
    const service = await start();
    const { key } = await service.mint();
    const store = storing(service, key);
    const kept = await store(TEXT);
    const copies = Array.from({ length: MANY }, () => ({ user_id: 'ann', content: TEXT, dedupe: false }));
    const { body } = await service.call('POST', '/memory/batch', { key, body: { memories: copies } });
    for (const { id } of body.results) await service.call('DELETE', '/memory/forget', { key, query: { id } });
    assert.equal((await store(NEAR)).near_duplicate_of, kept.id);
    assert.equal((await store(TEXT)).id, kept.id);
  });

  it('are found by the current text, not by an earlier one', async () => {
    const service = await start();
    const { key } = await service.mint();
    const store = storing(service, key);
    const { id } = await store(TEXT);
    await service.call('PATCH', `/memory/${id}`, { key, body: { content: OTHER } });
    assert.equal((await store(`${OTHER}.`)).near_duplicate_of, id);
    assert.equal((await store(NEAR)).near_duplicate_of, null);
  });

  it('are erased with their user and come back with an import', async () => {
    const service = await start();
    const { key } = await service.mint();
    const store = storing(service, key);
    await store(TEXT);
    const exported = (await service.call('GET', '/memory/export', { key, query: { user_id: 'ann' } })).body;
    await service.call('DELETE', '/users/ann/memories', { key });
    const alone = await store(NEAR);
    assert.deepEqual([alone.status, alone.near_duplicate_of], ['stored', null]);
    await service.call('DELETE', '/memory/forget', { key, query: { id: alone.id } });
    const imported = await service.call('POST', '/memory/import', { key, body: exported });
    assert.equal(imported.status, 201, JSON.stringify(imported.body));
    const again = await store(NEAR);
    assert.equal(again.near_duplicate_of, exported.memories[0].id);
    assert.equal((await store(TEXT)).status, 'duplicate');
  });

  it('are found among what another process wrote', async () => {
    const first = await start();
    const { key } = await first.mint();
    await storing(first, key)(OTHER);
    if (engine === 'sqlite') await first.stop();
    const second = await start({ place: first.place });
    const there = await storing(second, key)(TEXT);
    // SQLite has one process at a time, PostgreSQL any number.
    if (engine === 'sqlite') await second.stop();
    const third = engine === 'sqlite' ? await start({ place: first.place }) : first;
    assert.equal((await storing(third, key)(NEAR)).near_duplicate_of, there.id);
    assert.equal((await storing(third, key)(TEXT)).id, there.id);
  });

  it('are found after a call that was rolled back, which does not affect concurrent calls', async () => {
    const service = await start();
    const { key, id: keyId } = await service.mint();
    const tenant = service.database.tenant(keyId);
    const now = Date.now();
    const memory = (content: string, more: object = {}) =>
      newMemory({ user_id: 'ann', agent_id: 'default', content, ...more });
    const [there] = await tenant.run(storeMemories, { memories: [memory(TEXT)], quota: unlimited(now), now });
    // Confirms the first, has no quota left for the second.
    const failing = {
      memories: [memory(TEXT, { tags: ['late'] }), memory(OTHER)],
      quota: { ...unlimited(now), limit: 0 },
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) =>
        i % 3 === 0
          ? tenant.run(storeMemories, { ...failing, now })
          : tenant.run(storeMemories, { memories: [memory(`Note ${i}: ${OTHER}`)], quota: unlimited(now), now }),
      ),
    );
    outcomes.forEach((outcome, i) => {
      assert.equal(outcome.status, i % 3 === 0 ? 'rejected' : 'fulfilled');
    });
    const store = storing(service, key);
    assert.equal((await store(NEAR)).near_duplicate_of, there?.record.id);
    const { body } = await service.call('GET', '/memory', { key, query: { user_id: 'ann', limit: 100 } });
    assert.equal(body.memories.length, 22);
    assert.deepEqual(body.memories.find((one: { id: string }) => one.id === there?.record.id).tags, []);
    assert.equal((await service.call('GET', '/usage', { key })).body.used, 22);
  });
});
