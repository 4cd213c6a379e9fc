import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { MINUTE, SECOND } from '../../kernel/clock.js';
import { best, embedderHealth, fill, found, lacking, newGate, TEXTS, twoModels } from './change.test.kit.js';
import { SETTLE_MS } from './settle.js';
import { modelState } from './sql/state.js';

onBothEngines('a change of the model', (start) => {
  it('answers at every moment, from vectors of one model, and leaves none of the other', async () => {
    const clock = new TestClock();
    const { old, fresh, embedders } = twoModels();
    const before = await start({ clock, embedder: old });
    const { key } = await before.mint();
    await fill(before, key, 40);
    await before.stop();

    const { gate, open } = newGate();
    fresh.gate = gate;
    const service = await start({ clock, embedder: fresh, embedders, place: before.place });
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
    while ((await embedderHealth(service)).changing) await service.jobs.runDue(); // a run ends after some seconds
    assert.equal(asked.length, 40);
    for (const [text, answer] of asked as [string, unknown][]) assert.deepEqual(answer, found(text));
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

  it('goes on where it was when the service ends in the middle', async () => {
    const clock = new TestClock();
    const { old, fresh, embedders } = twoModels();
    const before = await start({ clock, embedder: old });
    const { key } = await before.mint();
    await fill(before, key, 40);
    await before.stop();
    fresh.left = 20;
    const broken = await start({ clock, embedder: fresh, embedders, place: before.place });
    await broken.jobs.runDue();
    assert.equal((await embedderHealth(broken)).changing.done, 16);
    await broken.stop();

    fresh.left = Number.POSITIVE_INFINITY;
    fresh.passages = 0;
    const again = await start({ clock, embedder: fresh, embedders, place: before.place });
    assert.deepEqual(await best(again, key, 'Ann keeps bees'), found('Ann keeps bees'));
    clock.advance(MINUTE);
    await again.jobs.runDue();
    assert.equal(fresh.passages, 24); // the first sixteen were kept
    assert.equal((await embedderHealth(again)).model, 'fresh');
    assert.deepEqual(await best(again, key, 'Ann keeps bees'), found('Ann keeps bees'));
  });

  it('takes along what is stored, changed and forgotten meanwhile', async () => {
    const clock = new TestClock();
    const { old, fresh, embedders } = twoModels();
    const before = await start({ clock, embedder: old });
    const { key } = await before.mint();
    const [patched, gone, later] = await fill(before, key, 40);
    await before.stop();
    const { gate, open } = newGate();
    fresh.gate = gate;
    const service = await start({ clock, embedder: fresh, embedders, place: before.place });
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
    const clock = new TestClock();
    const { old, fresh, embedders } = twoModels();
    const before = await start({ clock, embedder: old });
    const { key } = await before.mint();
    await fill(before, key, 4);
    await before.stop();
    const begun = newGate();
    fresh.gate = begun.gate;
    const service = await start({ clock, embedder: fresh, embedders, place: before.place });
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
    const clock = new TestClock();
    const { old, fresh, embedders } = twoModels();
    const before = await start({ clock, embedder: old });
    const { key } = await before.mint();
    const [refused] = await fill(before, key, 4);
    await before.stop();
    fresh.refuses = 'bees';
    const service = await start({ clock, embedder: fresh, embedders, place: before.place });
    await service.jobs.runDue();
    assert.equal((await embedderHealth(service)).model, 'fresh');
    clock.advance(10 * SECOND);
    await service.jobs.runDue();
    assert.equal((await embedderHealth(service)).backlog, 0);
    assert.equal((await service.call('GET', `/memory/${refused}`, { key })).body.embedded, false);
    assert.deepEqual(await best(service, key, 'Dan fixes clocks'), found('Dan fixes clocks'));
  });

  it('can be taken back: the model in use stays, and what was made for the other goes', async () => {
    const clock = new TestClock();
    const { old, fresh, embedders } = twoModels();
    const before = await start({ clock, embedder: old });
    const { key } = await before.mint();
    await fill(before, key, 20);
    await before.stop();
    fresh.left = 16;
    const middle = await start({ clock, embedder: fresh, embedders, place: before.place });
    await middle.jobs.runDue();
    assert.equal(await lacking(middle, 'fresh'), 4);
    await middle.stop();
    const service = await start({ clock, embedder: old, embedders, place: before.place });
    assert.equal((await embedderHealth(service)).changing, null);
    clock.advance(SETTLE_MS);
    await service.jobs.runDue();
    assert.equal(await lacking(service, 'fresh'), 20);
    assert.deepEqual(await best(service, key, 'Ann keeps bees'), found('Ann keeps bees'));
    assert.equal((await embedderHealth(service)).backlog, 0);
  });
});
