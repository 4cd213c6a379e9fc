import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { DAY, HOUR } from '../../kernel/clock.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { REMEMBERED_IDS } from '../memories/search/retrieval-counter.js';
import { countRetrievals } from '../memories/sql/retrieval.js';
import { sweepRetrievals } from './sweep.js';

interface Kept {
  user_id: string;
  agent_id: string | null;
  at: number;
  memory_ids: string | string[];
  found: number;
  abstained: number;
}
const keptOf = async (service: TestService, keyId: string) => {
  const rows = await rowsOf<Kept>(
    service.place,
    'select user_id, agent_id, at, memory_ids, found, abstained from retrievals where key_id = ? order by seq',
    [keyId],
  );
  return rows.map((row) => ({
    ...row,
    at: Number(row.at),
    found: Number(row.found),
    abstained: Number(row.abstained),
    memory_ids: typeof row.memory_ids === 'string' ? JSON.parse(row.memory_ids) : row.memory_ids,
  }));
};
const storeAs = async (service: TestService, key: string, content: string, user_id = 'ann') =>
  (await service.call('POST', '/memory/store', { key, body: { user_id, content } })).body.id as string;
const ask = (service: TestService, key: string, query: Record<string, string | number>, path = '/memory/retrieve') =>
  service.call('GET', path, { key, query: { user_id: 'ann', ...query } });

onBothEngines('the history of retrievals', (start) => {
  it('records what was returned to whom and when, never the question', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key, id: keyId } = await service.mint();
    const ids = [];
    for (let i = 0; i < REMEMBERED_IDS + 2; i++) ids.push(await storeAs(service, key, `Fact ${i} about the harbour`));
    const asked = await ask(service, key, { q: 'periwinkle harbour', limit: 12, agent_id: 'default' });
    await ask(service, key, { q: 'periwinkle harbour' }, '/memory/context');
    await ask(service, key, {}, '/memory/context');
    await service.call('GET', '/analytics/daily', { key });
    const kept = await keptOf(service, keyId);
    assert.equal(kept.length, 2);
    assert.deepEqual(kept[0], {
      user_id: 'ann',
      agent_id: 'default',
      at: clock.now(),
      memory_ids: asked.body.results.slice(0, REMEMBERED_IDS).map((memory: { id: string }) => memory.id),
      found: 12,
      abstained: asked.body.abstained ? 1 : 0,
    });
    assert.equal(kept[1]?.agent_id, null);
    assert.doesNotMatch(JSON.stringify(await rowsOf(service.place, 'select * from retrievals')), /periwinkle/);
  });

  it('is written on a normal stop', async () => {
    const service = await start({ background: false });
    const { key, id: keyId } = await service.mint();
    const id = await storeAs(service, key, 'Ann keeps bees');
    await ask(service, key, { q: 'bees' });
    await service.stop();
    assert.equal((await keptOf(service, keyId)).length, 1);
    const again = await start({ place: service.place, background: false });
    const record = (await again.call('GET', `/memory/${id}`, { key })).body;
    assert.equal(record.retrieval_count, 1);
  });

  it('says nothing about a user who was forgotten before it was written', async () => {
    const service = await start({ background: false });
    const { id: keyId } = await service.mint();
    const made = { userId: 'gone', agentId: null, at: 1, ids: ['mem_gone'], found: 1, abstained: false };
    await service.database.tenant(keyId).run(countRetrievals, { counts: [], retrievals: [made], at: 1 });
    assert.deepEqual(await keptOf(service, keyId), [
      { user_id: '', agent_id: null, at: 1, memory_ids: [], found: 1, abstained: 0 },
    ]);
  });

  it('is swept by age and by number, the oldest first', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key, id: keyId } = await service.mint();
    await storeAs(service, key, 'Ann keeps bees');
    for (let i = 0; i < 5; i++) {
      await ask(service, key, { q: 'bees' });
      await service.call('GET', '/analytics/daily', { key });
      clock.advance(HOUR);
    }
    const before = await keptOf(service, keyId);
    const log = { info() {}, warn() {}, error() {}, debug() {} } as never;
    const parts = { database: service.database, clock, log };
    assert.equal(await sweepRetrievals(parts, { days: 90, perUser: 3 }), 2);
    assert.deepEqual(await keptOf(service, keyId), before.slice(2));
    clock.advance(90 * DAY - 2 * HOUR);
    await service.jobs.runDue();
    assert.deepEqual(await keptOf(service, keyId), before.slice(3));
    clock.advance(DAY);
    await service.jobs.runDue();
    assert.deepEqual(await keptOf(service, keyId), []);
  });
});
