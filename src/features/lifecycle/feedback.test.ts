import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { DAY } from '../../kernel/clock.js';
import { eventsOf, idsOf, lifecycleClient } from './rows.test.kit.js';

onBothEngines('feedback and verification', (start) => {
  it('moves the score by an exponential average and sets the outcome', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const life = lifecycleClient(service, (await service.mint()).key);
    const id = await life.store('Ann takes the tram');
    clock.advance(1_000);
    const first = await life.feedback(id, 'success');
    assert.deepEqual(first.body, { memory_id: id, outcome: 'success', outcome_score: 0.65 });
    assert.equal((await life.feedback(id, 'failure')).body.outcome_score, 0.455);
    assert.equal((await life.feedback(id, 'success', { confidence: 0.5 })).body.outcome_score, 0.4685);
    assert.equal((await life.feedback(id, 'failure', { confidence: 0.9 })).body.outcome_score, 0.35795);
    const memory = (await life.get(`/memory/${id}`)).body;
    assert.equal(memory.outcome, 'failure');
    assert.equal(memory.outcome_score, 0.35795);
    assert.equal(memory.updated_at, clock.now());
    const expected = ['memory.stored', ...new Array(4).fill('memory.feedback')];
    assert.deepEqual(await eventsOf(service.place, id), expected);
    assert.equal((await life.get(`/memory/${id}/history`)).body.count, 1);
  });

  it('counts all of fifty concurrent reports', async () => {
    const service = await start();
    const life = lifecycleClient(service, (await service.mint()).key);
    const id = await life.store('Ann takes the tram');
    // Half confidence pulls towards the middle, so every single lost update shows.
    await Promise.all(Array.from({ length: 50 }, () => life.feedback(id, 'success', { confidence: 0.6 })));
    let expected = 0.5;
    for (let i = 0; i < 50; i++) expected = 0.7 * expected + 0.3 * 0.6;
    const memory = (await life.get(`/memory/${id}`)).body;
    assert.ok(Math.abs(memory.outcome_score - expected) < 1e-5, `${memory.outcome_score} is not ${expected}`);
    assert.equal((await eventsOf(service.place, id)).length, 51);

    const few = await life.store('Ann takes the bus');
    await Promise.all(Array.from({ length: 5 }, () => life.feedback(few, 'success')));
    const score = (await life.get(`/memory/${few}`)).body.outcome_score;
    assert.ok(Math.abs(score - (1 - 0.5 * 0.7 ** 5)) < 1e-5, `${score} has not seen all five`);
  });

  it('changes the order of the composite ranking', async () => {
    const service = await start();
    const life = lifecycleClient(service, (await service.mint()).key);
    const bad = await life.store('The printer is fixed by a restart', { agent_id: 'one' });
    const good = await life.store('The printer is fixed by a restart', { agent_id: 'two' });
    const order = async (ranking: string) =>
      idsOf((await life.get('/memory/retrieve', { q: 'printer restart', user_id: 'ann', ranking })).body.results);
    for (const [winner, loser] of [
      [bad, good],
      [good, bad],
    ] as const) {
      for (let i = 0; i < 4; i++) {
        await life.feedback(winner, 'success');
        await life.feedback(loser, 'failure');
      }
      assert.deepEqual(await order('composite'), [winner, loser]);
    }
    assert.deepEqual(await order('semantic'), [good, bad]);
  });

  it('sets `verified_at` to now and keeps the version', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const life = lifecycleClient(service, (await service.mint()).key);
    const id = await life.store('Ann takes the tram');
    const before = (await life.get(`/memory/${id}`)).body;
    clock.advance(DAY);
    const response = await life.verify(id);
    assert.equal(response.status, 200);
    assert.deepEqual(response.body, { verified: true, memory_id: id, verified_at: clock.now() });
    assert.deepEqual((await life.get(`/memory/${id}`)).body, { ...before, verified_at: clock.now() });
    assert.deepEqual(await eventsOf(service.place, id), ['memory.stored', 'memory.verified']);
  });

  it('returns 404 for unknown memories, expired ones and those of another key', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const [mine, theirs] = [await service.mint(), await service.mint()].map(({ key }) => lifecycleClient(service, key));
    assert.ok(mine && theirs);
    const foreign = await theirs.store('Bob takes the tram');
    const expired = await mine.store('Ann takes the tram', { ttl_seconds: 60 });
    clock.advance(61_000);
    for (const id of [foreign, expired, 'mem_unknown']) {
      for (const response of [await mine.feedback(id, 'failure'), await mine.verify(id)]) {
        assert.equal(response.status, 404);
        assert.equal(response.body.error.code, 'not_found');
      }
    }
    assert.equal((await theirs.get(`/memory/${foreign}`)).body.outcome_score, 0.5);
  });

  it('names the invalid field', async () => {
    const service = await start();
    const life = lifecycleClient(service, (await service.mint()).key);
    const id = await life.store('Ann takes the tram');
    const wrong = async (field: string, ...given: Parameters<typeof life.feedback>) => {
      const response = await life.feedback(...given);
      assert.equal(response.status, 400);
      assert.equal(response.body.error.details[0].field, field);
    };
    await wrong('outcome', id, 'unknown');
    await wrong('confidence', id, 'success', { confidence: 1.1 });
    await wrong('confidence', id, 'success', { confidence: 'high' });
    await wrong('memory_id', undefined as unknown as string, 'success');
    assert.equal((await life.get(`/memory/${id}`)).body.outcome_score, 0.5);
  });
});
