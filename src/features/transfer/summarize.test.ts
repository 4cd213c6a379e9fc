import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../test/support/service.js';
import { eventsOf, rowsOf } from '../lifecycle/rows.test.kit.js';
import { readMaterial } from './sql/digest.js';
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
    const response = await my.transfer({ summarize: true });
    assert.deepEqual([response.transferred, response.skipped, response.summarized], [1, 1, 2]);
    const [summary] = await my.of('new');
    assert.equal(summary?.id, response.summary_memory_id);
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

  it('reads only the beginning of the longest memories if there is very much text', async () => {
    const service = await start({ background: false });
    const { key, id: keyId } = await service.mint();
    const my = transferringOf(service, key);
    const ids = await my.batch(Array.from({ length: 30 }, (_, i) => `Ann has plan ${i}.`));
    const short = ids.pop() as string;
    const long = `The plan of Ann is about bees. ${'ok. '.repeat(24_000)}`;
    await rowsOf(service.place, `update memories set content = ? where id <> ?`, [long, short]);
    const { texts } = await service.database
      .tenant(keyId)
      .run(readMaterial, { userId: 'ann', fromAgent: 'old', filter: {}, now: Date.now() });
    const total = texts.reduce((sum, text) => sum + text.length, 0);
    assert.ok(total > 1_900_000 && total <= 2_000_100, `${total} characters`);
    assert.ok(texts.includes('Ann has plan 29.'));
    const { summarized } = await my.transfer({ summarize: true });
    assert.equal(summarized, 30);
    assert.equal((await my.of('new'))[0]?.content, 'The plan of Ann is about bees. ok. Ann has plan 29.');
  });
});
