import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { DAY, HOUR, MINUTE } from '../../kernel/clock.js';

const annOf = (service: TestService, key: string) => ({
  store: async (content: string, more: object = {}): Promise<string> =>
    (await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, ...more } })).body.id,
  retrieve: (q: string, limit = 1) =>
    service.call('GET', '/memory/retrieve', { key, query: { user_id: 'ann', q, limit } }),
  predict: async (query: Record<string, string | number> = {}) =>
    (await service.call('GET', '/memory/predict', { key, query: { user_id: 'ann', ...query } })).body,
});
const idsOf = (response: { predicted: { id: string }[] }) => response.predicted.map(({ id }) => id);

onBothEngines('predict', (start) => {
  it('falls back to importance and recency without a history, and says so', async () => {
    const service = await start({ background: false });
    const ann = annOf(service, (await service.mint()).key);
    assert.deepEqual(await ann.predict(), {
      strategy: 'importance_and_recency',
      semantic: null,
      considered: { retrievals: 0, memories: 0 },
      predicted: [],
    });
    await ann.store('Ann keeps bees', { importance: 2 });
    const dear = await ann.store('Ann is allergic to penicillin', { importance: 10 });
    const found = await ann.predict({ limit: 2 });
    assert.equal(found.strategy, 'importance_and_recency');
    assert.equal(found.predicted[0].id, dear);
    assert.match(found.predicted[0].because, /importance 10/);
    assert.ok(found.predicted[0].probability > found.predicted[1].probability);
    assert.ok(found.predicted[0].probability + found.predicted[1].probability <= 1);
  });

  it('learns a daily habit and what follows it', async () => {
    const clock = new TestClock('2026-11-02T08:00:00Z');
    const service = await start({ clock, background: false });
    const ann = annOf(service, (await service.mint()).key);
    const calendar = await ann.store('The calendar of the week hangs in the hall');
    const rooms = await ann.store('Meeting rooms are booked upstairs');
    const stars = await ann.store('The telescope stands on the balcony');
    for (let i = 0; i < 6; i++) await ann.store(`Other thing number ${i} that nobody asks for`, { importance: 9 });
    for (let day = 0; day < 6; day++) {
      await ann.retrieve('The calendar of the week hangs in the hall');
      clock.advance(5 * MINUTE);
      await ann.retrieve('Meeting rooms are booked upstairs');
      clock.advance(13 * HOUR);
      await ann.retrieve('The telescope stands on the balcony');
      clock.advance(11 * HOUR - 5 * MINUTE);
    }
    const morning = await ann.predict();
    assert.equal(morning.strategy, 'history');
    assert.equal(morning.considered.retrievals, 18);
    assert.equal(morning.predicted[0].id, calendar);
    assert.ok(morning.predicted[0].probability > 0.2 && morning.predicted[0].probability <= 1);
    assert.match(morning.predicted[0].because, /times/);
    await ann.retrieve('The calendar of the week hangs in the hall');
    clock.advance(5 * MINUTE);
    assert.equal((await ann.predict()).predicted[0].id, rooms);
    clock.advance(13 * HOUR);
    assert.equal((await ann.predict()).predicted[0].id, stars);
    assert.deepEqual(await ann.predict(), await ann.predict());
  });

  it('takes a given context into account, and works without it while embeddings are unavailable', async () => {
    const embedder = new StubEmbedder();
    const service = await start({ embedder, background: false });
    const ann = annOf(service, (await service.mint()).key);
    const boat = await ann.store('The boat lies in the harbour');
    await ann.store('Bees live behind the house', { importance: 9 });
    const only = await ann.predict({ context: 'where does the boat lie, in the harbour?' });
    assert.deepEqual([only.strategy, only.semantic, only.predicted[0].id], ['context', true, boat]);
    assert.match(only.predicted[0].because, /context/);
    await ann.retrieve('Bees live behind the house');
    const both = await ann.predict({ context: 'where does the boat lie, in the harbour?' });
    assert.deepEqual([both.strategy, both.predicted.length], ['history_and_context', 2]);
    const retrievals = both.considered.retrievals;
    embedder.unavailable = true;
    const without = await ann.predict({ context: 'the boat' });
    assert.deepEqual([without.strategy, without.semantic], ['history', false]);
    assert.equal(without.considered.retrievals, retrievals, 'a prediction is no retrieval');
  });

  it('leaves out what has expired or was forgotten, and what belongs to other agents', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const ann = annOf(service, key);
    const kept = await ann.store('Ann keeps bees');
    const short = await ann.store('Ann keeps bees until noon', { ttl_seconds: 60 });
    const gone = await ann.store('Ann keeps bees in Porto');
    const others = await ann.store('Ann keeps bees for another agent', { agent_id: 'other' });
    for (let i = 0; i < 3; i++) await ann.retrieve('Ann keeps bees', 10);
    assert.equal(idsOf(await ann.predict()).length, 4);
    await service.call('DELETE', '/memory/forget', { key, query: { id: gone } });
    clock.advance(DAY);
    assert.deepEqual(idsOf(await ann.predict()).sort(), [kept, others].sort());
    assert.deepEqual(idsOf(await ann.predict({ agent_id: 'other' })), [others]);
    assert.ok(!idsOf(await ann.predict()).includes(short));
    const strangers = annOf(service, (await service.mint()).key);
    assert.deepEqual(idsOf(await strangers.predict()), []);
    for (const [field, value] of [
      ['limit', 21],
      ['limit', 0],
    ] as const) {
      const response = await service.call('GET', '/memory/predict', { key, query: { user_id: 'ann', [field]: value } });
      assert.equal(response.status, 400);
    }
    assert.equal((await service.call('GET', '/memory/predict', { key })).status, 400);
  });
});
