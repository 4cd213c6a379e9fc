import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { twoModels } from '../model/change.test.kit.js';
import { SETTLE_MS } from '../model/settle.js';
import { compressingOf, HIKES, LOANS } from './compress.test.kit.js';

onBothEngines('compressed memories', (start) => {
  it('are retrieved by the words of each original as well as before, even after a model change', async () => {
    const clock = new TestClock();
    const { old, fresh, embedders } = twoModels();
    const before = await start({ clock, embedder: old, background: false });
    const { key } = await before.mint();
    const ann = compressingOf(before, key);
    const twins = ['Ann keeps three bees.', 'Ann keeps three bees!'];
    await ann.batch([...twins, ...HIKES, ...LOANS]);
    await ann.compress({ keep: 0, strategy: 'merge' });
    await ann.compress({ keep: 0 });
    await before.stop();

    const service = await start({ clock, embedder: fresh, embedders, place: before.place, background: false });
    await service.jobs.runDue();
    clock.advance(SETTLE_MS);
    await service.jobs.runDue();
    const after = compressingOf(service, key);
    assert.equal((await service.call('GET', '/health')).body.checks.embedder.model, 'fresh');
    for (const text of [...twins, ...HIKES, ...LOANS]) {
      const [first] = (await after.find(text)) as unknown as { content: string; score: number }[];
      assert.ok((first?.score ?? 0) > 0.999, `${text}: ${first?.score} by ${first?.content}`);
    }
    const { memories } = (await service.call('GET', '/memory', { key, query: { user_id: 'ann' } })).body;
    assert.ok(memories.every((memory: { embedded: boolean }) => memory.embedded));
  });

  it('get the vectors of originals that could be embedded only later', async () => {
    const embedder = new StubEmbedder();
    const service = await start({ embedder, background: false });
    const ann = compressingOf(service, (await service.mint()).key);
    embedder.unavailable = true;
    await ann.batch(HIKES);
    const { compressed_memory_id: id } = await ann.compress({ keep: 0 });
    assert.ok(id);
    embedder.unavailable = false;
    await service.jobs.runDue();
    for (const text of HIKES) {
      const [first] = (await ann.find(text)) as unknown as { id: string; score: number }[];
      assert.equal(first?.id, id);
      assert.ok((first?.score ?? 0) > 0.999, `${text}: ${first?.score}`);
    }
  });
});
