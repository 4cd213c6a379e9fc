import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../test/support/service.js';
import { MINUTE, SECOND } from '../../kernel/clock.js';
import { afterOldModel, best, embedderHealth, found, lacking, newGate, TEXTS } from './change.test.kit.js';
import { SETTLE_MS } from './settle.js';
import { modelState } from './sql/state.js';

onBothEngines('a model change', (start) => {
  it('keeps search available throughout, with vectors of one model, and leaves none of the other', async () => {
    const { clock, fresh, key, restart } = await afterOldModel(start, 40);
    const { gate, open } = newGate();
    fresh.gate = gate;
    const service = await restart();
    const health = await embedderHealth(service);
    assert.deepEqual([health.model, health.changing], ['old', { from: 'old', to: 'fresh', done: 0, total: 40 }]);
    assert.deepEqual(await best(service, key, 'Ann keeps bees'), found('Ann keeps bees'));
    const asked: unknown[] = [];
    const seen = new Set<number>();
    fresh.onPassage = async () => {
      const text = TEXTS[asked.length % TEXTS.length] as string;
      asked.push([text, await best(service, key, text)]);
      seen.add((await embedderHealth(service)).changing.done);
    };
    open();
    // A run ends after some seconds, done or not.
    for (let runs = 0; runs < 20 && (await embedderHealth(service)).changing; runs++) await service.jobs.runDue();
    assert.equal(asked.length, 40);
    for (const [text, result] of asked as [string, unknown][]) assert.deepEqual(result, found(text));
    assert.deepEqual([...seen], [0, 16, 32]);

    const after = await embedderHealth(service);
    assert.deepEqual([after.model, after.changing, after.backlog], ['fresh', null, 0]);
    for (const text of TEXTS) assert.deepEqual(await best(service, key, text), found(text));
    assert.equal(await lacking(service, 'old'), 0); // other nodes may still be using the old model
    clock.advance(SETTLE_MS);
    await service.jobs.runDue();
    assert.equal(await lacking(service, 'old'), 40);
    assert.equal(await lacking(service, 'fresh'), 0);
    assert.equal((await service.database.system(modelState, null)).settling, null);
    assert.deepEqual(await best(service, key, 'Dan fixes clocks'), found('Dan fixes clocks'));
  });

  it('resumes where it was when the service stops halfway', async () => {
    const { clock, fresh, key, restart } = await afterOldModel(start, 40);
    fresh.left = 20;
    const broken = await restart();
    await broken.jobs.runDue();
    assert.equal((await embedderHealth(broken)).changing.done, 16);
    await broken.stop();

    fresh.left = Number.POSITIVE_INFINITY;
    fresh.passages = 0;
    const again = await restart();
    assert.deepEqual(await best(again, key, 'Ann keeps bees'), found('Ann keeps bees'));
    clock.advance(MINUTE);
    await again.jobs.runDue();
    assert.equal(fresh.passages, 24); // the first sixteen were kept
    assert.equal((await embedderHealth(again)).model, 'fresh');
    assert.deepEqual(await best(again, key, 'Ann keeps bees'), found('Ann keeps bees'));
  });

  it('covers what is stored, changed and forgotten in the meantime', async () => {
    const {
      fresh,
      key,
      ids: [patched, gone, later],
      restart,
    } = await afterOldModel(start, 40);
    const { gate, open } = newGate();
    fresh.gate = gate;
    const service = await restart();
    const during = async () => {
      const body = { user_id: 'ann', content: 'Eve paints owls' };
      const stored = await service.call('POST', '/memory/store', { key, body });
      assert.equal(stored.body.embedded, true);
      await service.call('PATCH', `/memory/${patched}`, { key, body: { content: 'Ann sold the bees' } });
      await service.call('PATCH', `/memory/${later}`, { key, body: { content: 'Cleo bakes cakes', tags: ['x'] } });
      await service.call('DELETE', '/memory/forget', { key, query: { id: gone as string } });
      for (const text of ['Eve paints owls', 'Ann sold the bees', 'Cleo bakes cakes'])
        assert.deepEqual(await best(service, key, text), found(text));
    };
    fresh.onPassage = async () => {
      if (fresh.passages === 20) await during(); // some of these have vectors of the new model already
    };
    open();
    await service.jobs.runDue();
    assert.equal((await embedderHealth(service)).model, 'fresh');
    for (const text of ['Eve paints owls', 'Ann sold the bees', 'Cleo bakes cakes'])
      assert.deepEqual(await best(service, key, text), found(text));
    assert.ok(((await best(service, key, 'Bob sails at night')).score ?? 0) < 1);
    assert.equal(await lacking(service, 'fresh'), 0);
  });

  it('embeds what a call stored with the old model after the switch', async () => {
    const { old, fresh, key, restart } = await afterOldModel(start, 4);
    const begun = newGate();
    fresh.gate = begun.gate;
    const service = await restart();
    const release = newGate();
    old.onPassage = () => {
      begun.open();
      return release.gate;
    };
    const storing = service.call('POST', '/memory/store', {
      key,
      body: { user_id: 'ann', content: 'Eve paints owls' },
    });
    await begun.gate;
    await service.jobs.runDue();
    assert.equal((await embedderHealth(service)).model, 'fresh');
    release.open();
    assert.equal((await storing).status, 201);
    assert.equal(await lacking(service, 'fresh'), 1);
    await service.jobs.runDue();
    assert.deepEqual(await best(service, key, 'Eve paints owls'), found('Eve paints owls'));
  });

  it('is not held up by a text that the new model refuses', async () => {
    const {
      clock,
      fresh,
      key,
      ids: [refused],
      restart,
    } = await afterOldModel(start, 4);
    fresh.refuses = 'bees';
    const service = await restart();
    await service.jobs.runDue();
    assert.equal((await embedderHealth(service)).model, 'fresh');
    clock.advance(10 * SECOND);
    await service.jobs.runDue();
    assert.equal((await embedderHealth(service)).backlog, 0);
    assert.equal((await service.call('GET', `/memory/${refused}`, { key })).body.embedded, false);
    assert.deepEqual(await best(service, key, 'Dan fixes clocks'), found('Dan fixes clocks'));
  });

  it('can be cancelled: the model in use stays, and the vectors of the other are deleted', async () => {
    const { clock, old, fresh, key, restart } = await afterOldModel(start, 20);
    fresh.left = 16;
    const middle = await restart();
    await middle.jobs.runDue();
    assert.equal(await lacking(middle, 'fresh'), 4);
    await middle.stop();
    const service = await restart({ embedder: old });
    assert.equal((await embedderHealth(service)).changing, null);
    clock.advance(SETTLE_MS);
    await service.jobs.runDue();
    assert.equal(await lacking(service, 'fresh'), 20);
    assert.deepEqual(await best(service, key, 'Ann keeps bees'), found('Ann keeps bees'));
    assert.equal((await embedderHealth(service)).backlog, 0);
  });
});
