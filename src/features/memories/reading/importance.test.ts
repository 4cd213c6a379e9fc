import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../../test/support/service.js';
import { StubEmbedder } from '../../../../test/support/stub-embedder.js';
import { exported, imported } from '../../portability/portability.test.kit.js';
import { versionOf } from '../sql/versions.js';
import { BundledModel, CHATTER, importanceClient, VITAL, weightIn } from './importance.test.kit.js';

onBothEngines('an importance that is not given', (start) => {
  it('is estimated from the content, and every record says so', async () => {
    const ann = await importanceClient(await start({ embedder: new BundledModel() }));
    const stored = await ann.store(VITAL);
    assert.equal(weightIn(stored), 'high, estimated');
    assert.equal(weightIn(await ann.store('Ann likes tea.', { importance: 5 })), '5');
    const memories = [{ content: CHATTER }, { content: 'Bob likes tea.', importance: 0 }];
    const body = { memories: memories.map((memory) => ({ user_id: 'ann', ...memory })) };
    const { ids } = await ann.call('POST', '/memory/batch', body);
    assert.deepEqual([await ann.weight(ids[0]), await ann.weight(ids[1])], ['low, estimated', 'low']);
    const { results } = await ann.call('GET', '/memory/retrieve?user_id=ann&q=peanuts&ranking=semantic&limit=1');
    const { memories: listed } = await ann.call('GET', '/memory?user_id=ann');
    assert.equal(weightIn(results[0]), 'high, estimated');
    assert.deepEqual(listed.map(weightIn).sort(), ['5', 'high, estimated', 'low', 'low, estimated']);
  });

  it('is estimated again for new content, until one is given', async () => {
    const ann = await importanceClient(await start({ embedder: new BundledModel() }));
    const { id } = await ann.store(CHATTER);
    assert.equal(weightIn(await ann.patch(id, { tags: ['x'] })), 'low, estimated');
    assert.equal(weightIn(await ann.patch(id, { content: VITAL })), 'high, estimated');
    assert.equal(weightIn(await ann.patch(id, { importance: 4 })), '4');
    assert.equal(weightIn(await ann.patch(id, { content: CHATTER })), '4');
    const { versions } = await ann.call('GET', `/memory/${id}/history`);
    const weights = versions.map(({ record }: { record: Parameters<typeof weightIn>[0] }) => weightIn(record));
    assert.deepEqual(weights, ['4', '4', 'high, estimated', 'low, estimated', 'low, estimated']);
  });

  it('is 5 while there are no vectors, and estimated when they come', async () => {
    const embedder = new BundledModel();
    const service = await start({ embedder, background: false });
    const ann = await importanceClient(service);
    const { id: early } = await ann.store(CHATTER);
    embedder.unavailable = true;
    const waiting = await ann.store(VITAL);
    const given = await ann.store('Ann is allergic to nuts.', { importance: 5 });
    assert.deepEqual([waiting, given].map(weightIn), ['5, estimated', '5']);
    assert.equal(weightIn(await ann.patch(early, { content: 'Hi there, how is it going?' })), '5, estimated');
    embedder.unavailable = false;
    await service.jobs.runDue();
    const weights = await Promise.all([waiting.id, given.id, early].map(ann.weight));
    assert.deepEqual(weights, ['high, estimated', '5', 'low, estimated']);
  });

  it('is 5 with another model, and estimated when the bundled one takes over', async () => {
    const [other, embedder] = [new StubEmbedder(64, 'other'), new BundledModel()];
    const before = await start({ embedder: other });
    const ann = await importanceClient(before);
    const { id, ...stored } = await ann.store(VITAL);
    const { id: given } = await ann.store(CHATTER, { importance: 5 });
    assert.equal(weightIn(stored as Parameters<typeof weightIn>[0]), '5, estimated');
    await before.stop();
    const embedders = (model: string) => (model === 'other' ? other : embedder);
    const service = await start({ embedder, embedders, place: before.place, background: false });
    await service.jobs.runDue();
    const record = async (memory: string) =>
      weightIn((await service.call('GET', `/memory/${memory}`, { key: ann.key })).body);
    assert.deepEqual([await record(id), await record(given)], ['high, estimated', '5']);
  });

  it('survives an export and import unchanged, and is estimated if it waited for vectors', async () => {
    const embedder = new BundledModel();
    const service = await start({ embedder, background: false });
    const [from, to] = [await importanceClient(service), await importanceClient(service)];
    await from.store(CHATTER);
    await from.store('Ann likes tea.', { importance: 7.5 });
    const before = await exported(service, from.key);
    await imported(service, to.key, { ...before });
    assert.deepEqual((await exported(service, to.key)).memories, before.memories);
    const more = [
      { id: 'mem_waited', content: VITAL, importance: 5, importance_estimated: true },
      { id: 'mem_told', content: 'A heron stood there.', importance: 9, importance_estimated: true },
      { id: 'mem_old', content: 'An owl sat there.', importance: 5 },
      { id: 'mem_bare', content: 'Okay, see you tomorrow!' },
    ];
    await imported(service, to.key, { memories: more.map((memory) => ({ user_id: 'ann', ...memory })) });
    const weights = await Promise.all(more.map(({ id }) => to.weight(id)));
    assert.deepEqual(weights, ['high, estimated', 'high, estimated', '5', 'low, estimated']);
  });
});

it('a version from before estimates existed does not count its importance as one', () => {
  assert.equal(versionOf('{"importance":5}').importance_estimated, false);
  assert.equal(versionOf('{"importance":5,"importance_estimated":true}').importance_estimated, true);
});
