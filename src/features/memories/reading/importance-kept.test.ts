import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../../test/support/clock.js';
import { onBothEngines } from '../../../../test/support/service.js';
import { MINUTE } from '../../../kernel/clock.js';
import { BundledModel, CHATTER, importanceClient, VITAL, weightIn } from './importance.test.kit.js';

onBothEngines('an estimated importance', (start) => {
  const weighing = async () => importanceClient(await start({ embedder: new BundledModel(), background: false }));

  it('is updated with every version of a procedure, until one is given', async () => {
    const ann = await weighing();
    const store = (...steps: string[]) =>
      ann.call('POST', '/memory/procedures', { agent_id: 'one', name: 'Lunch', steps });
    const { id } = await store('Haha, that is funny', 'Nice weather, right?');
    assert.equal((await ann.memory(id)).importance_estimated, true);
    await store(VITAL, 'Never give her peanuts: she could die', 'Call an ambulance at once if she cannot breathe');
    assert.equal(await ann.weight(id), 'high, estimated');
    await ann.patch(id, { importance: 4 });
    await store('Haha, that is funny');
    assert.equal(await ann.weight(id), '4');
  });

  it('is set for events and summaries of episodes, also when a summary is written again', async () => {
    const clock = new TestClock();
    const service = await start({ embedder: new BundledModel(), background: false, clock });
    const ann = await importanceClient(service);
    const { id } = await ann.call('POST', '/memory/episodes/start', { agent_id: 'one', user_id: 'ann' });
    const event = (content: string) => ann.call('POST', '/memory/episodes/event', { episode_id: id, content });
    const [vital] = [await event(VITAL), await event('Never give her peanuts: she could die.')];
    assert.equal(await ann.weight(vital.id), 'high, estimated');
    const { summary_memory_id: summary } = await ann.call('POST', '/memory/episodes/end', { episode_id: id });
    assert.equal(await ann.weight(summary), 'high, estimated');
    await ann.call('DELETE', `/memory/forget?id=${vital.id}`);
    clock.advance(MINUTE);
    await service.jobs.runDue();
    const { summary_memory_id: rewritten } = await ann.call('GET', `/memory/episodes?id=${id}`);
    assert.notEqual(rewritten, summary);
    assert.equal(await ann.weight(rewritten), 'high, estimated');
  });

  it('is kept by a copy, and taken from the highest of several memories when they become one', async () => {
    const ann = await weighing();
    await ann.store(VITAL);
    await ann.store('Ann keeps bees.', { importance: 3 });
    const transfer = (body: object) =>
      ann.call('POST', '/memory/transfer', { user_id: 'ann', from_agent: 'one', ...body });
    await transfer({ to_agent: 'two' });
    const { memories } = await ann.call('GET', '/memory?user_id=ann&agent_id=two');
    assert.deepEqual(memories.map(weightIn).sort(), ['3', 'high, estimated']);
    const { summary_memory_id: digest } = await transfer({ to_agent: 'three', summarize: true });
    assert.equal(await ann.weight(digest), 'high, estimated');
    await ann.store('Ann sells honey.', { importance: 10 });
    const { summary_memory_id: given } = await transfer({ to_agent: 'four', summarize: true });
    assert.equal(await ann.weight(given), 'high');
  });

  it('gives way to a higher given one when memories are merged, and returns when the merge is undone', async () => {
    const ann = await weighing();
    const [first, second] = [await ann.store(`${CHATTER} Ha!`), await ann.store(`${CHATTER} ha`, { importance: 6 })];
    const scope = { user_id: 'ann', agent_id: 'one', keep: 0 };
    const { compressed_memory_id: id } = await ann.call('POST', '/memory/compress', { ...scope, strategy: 'merge' });
    assert.equal(id, first.id);
    assert.equal(await ann.weight(id), '6');
    await ann.call('POST', '/memory/compress/undo', { compressed_memory_id: id });
    assert.deepEqual([await ann.weight(first.id), await ann.weight(second.id)], ['low, estimated', '6']);
  });

  it('is the highest of the sources for a summary', async () => {
    const ann = await weighing();
    const hikes = ['saw 3 eagles', 'met Bob', 'lost her map', 'enjoyed the quiet'];
    const sentence = (what: string) => `On a long hike with friends in the Swiss Alps Ann ${what}.`;
    const stored = [];
    for (const hike of hikes) stored.push(await ann.store(sentence(hike)));
    const highest = Math.max(...stored.map(({ importance }) => importance));
    const scope = { user_id: 'ann', agent_id: 'one', keep: 0 };
    const { compressed_memory_id: id } = await ann.call('POST', '/memory/compress', scope);
    const { importance, importance_estimated } = await ann.memory(id);
    assert.deepEqual({ importance, importance_estimated }, { importance: highest, importance_estimated: true });
  });
});
