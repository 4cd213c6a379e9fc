import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../test/support/service.js';
import { eventsOf } from '../lifecycle/rows.test.kit.js';
import { textsOf, transferringOf } from './transfer.test.kit.js';

onBothEngines('transferring a summary', (start) => {
  it('gives the target one memory that summarizes the others, linked to them, only once', async () => {
    const service = await start({ background: false });
    const my = transferringOf(service, (await service.mint()).key);
    const sources = [
      await my.store('Ann keeps bees.', { tags: ['bees', 'home'], importance: 3 }),
      await my.store('Ann sells honey on Saturdays', { tags: ['bees'], importance: 8 }),
    ];
    await my.store('Ann is in town', { ttl_seconds: 60 });
    const answer = await my.transfer({ summarize: true });
    assert.deepEqual([answer.transferred, answer.skipped, answer.summarized], [1, 1, 2]);
    const [summary] = await my.of('new');
    assert.equal(summary?.id, answer.summary_memory_id);
    assert.equal(summary?.content, 'Ann keeps bees. Ann sells honey on Saturdays.');
    assert.deepEqual([summary?.importance, summary?.tags, summary?.embedded], [8, ['bees', 'home'], true]);
    const origin = summary?.metadata.transferred_from as Record<string, unknown>;
    assert.deepEqual([origin.agent_id, origin.memories], ['old', 2]);
    const { edges } = await my.get('/memory/graph/explore', { id: summary?.id as string });
    assert.deepEqual(
      edges.map((edge: { from: string; relationship: string }) => `${edge.from} ${edge.relationship}`).sort(),
      [...sources.map((id) => `${id} part_of`).sort()],
    );
    assert.deepEqual(await eventsOf(service.place, summary?.id as string), ['memory.stored', 'memory.transferred']);
    assert.equal((await my.of('old')).length, 3);
    const again = await my.transfer({ summarize: true });
    assert.deepEqual([again.transferred, again.skipped, again.summary_memory_id], [0, 3, null]);
    assert.deepEqual(textsOf(await my.of('new')), [summary?.content]);
    const nothing = await my.transfer({ summarize: true, user_id: 'nobody' });
    assert.deepEqual([nothing.transferred, nothing.skipped], [0, 0]);
  });
});
