import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { ADMIN_KEY, onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { best, embedderHealth, fill, found, lacking, newGate, WatchedStub } from './change.test.kit.js';
import { SETTLE_MS } from './settle.js';

const OWN = 'recollect-embed-1';
const MINI = 'all-MiniLM-L6-v2';

onBothEngines('the choice of a model', (start, engine) => {
  const stubs = () => {
    const made = new Map<string, WatchedStub>();
    const embedders = (id: string) => {
      const stub = made.get(id) ?? new WatchedStub(id === OWN ? 64 : 32, id);
      made.set(id, stub);
      return stub;
    };
    return { embedders };
  };

  it('changes the model of a running service, for good', async () => {
    const clock = new TestClock();
    const { embedders } = stubs();
    const { gate, open } = newGate();
    embedders(MINI).gate = gate;
    const service = await start({ clock, embedders });
    const { key } = await service.mint();
    await fill(service, key, 20);
    const used = await service.call('POST', '/admin/model', { key: ADMIN_KEY, body: { model: MINI } });
    const changing = { from: OWN, to: MINI, done: 0, total: 20 };
    assert.deepEqual([used.status, used.body], [200, { model: OWN, wanted: MINI, changing }]);
    open();
    await service.jobs.runDue();
    assert.equal((await embedderHealth(service)).model, MINI);
    assert.deepEqual(await best(service, key, 'Ann keeps bees'), found('Ann keeps bees'));
    await service.stop();
    const again = await start({ clock, embedders, place: service.place });
    const health = await embedderHealth(again);
    assert.deepEqual([health.model, health.changing], [MINI, null]);
    // A setting that names a model takes precedence over the choice.
    await again.stop();
    const set = await start({ clock, embedders, place: service.place, env: { RECOLLECT_MODEL: OWN } });
    assert.equal((await embedderHealth(set)).changing.to, OWN);
    const refused = await set.call('POST', '/admin/model', { key: ADMIN_KEY, body: { model: MINI } });
    assert.equal(refused.status, 409);
    assert.match(refused.body.error.message, /set by RECOLLECT_MODEL/);
  });

  it('can be withdrawn and made again without relying on the first attempt', async () => {
    const clock = new TestClock();
    const { embedders } = stubs();
    embedders(MINI).left = 16;
    const service = await start({ clock, embedders });
    const { key } = await service.mint();
    await fill(service, key, 40);
    const use = (model: string) => service.call('POST', '/admin/model', { key: ADMIN_KEY, body: { model } });
    await use(MINI);
    await service.jobs.runDue();
    assert.equal((await embedderHealth(service)).changing.done, 16);
    await use(OWN);
    clock.advance(SETTLE_MS);
    await service.jobs.runDue();
    assert.equal(await lacking(service, MINI), 40);
    embedders(MINI).left = Number.POSITIVE_INFINITY;
    await use(MINI);
    await service.jobs.runDue();
    assert.equal((await embedderHealth(service)).model, MINI);
    assert.equal(await lacking(service, MINI), 0);
  });

  it('is reserved for the admin key and limited to known models', async () => {
    const service = await start({ embedder: new StubEmbedder() });
    const { key } = await service.mint();
    assert.equal((await service.call('POST', '/admin/model', { key, body: { model: MINI } })).status, 403);
    const unknown = await service.call('POST', '/admin/model', { key: ADMIN_KEY, body: { model: 'none-such' } });
    assert.equal(unknown.status, 400);
  });

  // On SQLite there is never a second node: one process owns the folder.
  const onManyNodes = engine === 'postgres' ? it : () => {};
  onManyNodes('is followed by every node, and every node stays available throughout', async () => {
    const clock = new TestClock();
    const one = stubs();
    const two = stubs();
    const first = await start({ clock, embedders: one.embedders });
    const second = await start({ clock, embedders: two.embedders, place: first.place });
    await second.jobs.stop(); // so that the first is known to do the work
    const { key } = await first.mint();
    await fill(first, key, 20);
    const both = async (text: string) => {
      for (const node of [first, second]) assert.deepEqual(await best(node, key, text), found(text));
    };
    one.embedders(MINI).onPassage = () => both('Bob sails at night');
    await first.call('POST', '/admin/model', { key: ADMIN_KEY, body: { model: MINI } });
    await first.jobs.runDue();
    await both('Ann keeps bees'); // the second may not have noticed yet
    const body = { user_id: 'ann', content: 'Eve paints owls' };
    await second.call('POST', '/memory/store', { key, body });
    await second.models.refresh();
    assert.equal((await embedderHealth(second)).model, MINI);
    await first.jobs.runDue();
    await both('Eve paints owls');
    await both('Ann keeps bees');
  });
});
