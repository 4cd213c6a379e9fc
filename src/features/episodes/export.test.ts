import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../test/support/service.js';
import { episodesOf } from './episodes.test.kit.js';

onBothEngines('exporting events', (start) => {
  it('restores the events of an episode without a user unchanged, and no other memory without a user', async () => {
    const service = await start();
    const [from, to] = [await service.mint(), await service.mint()];
    const mine = episodesOf(service, from.key);
    const { id } = (await mine.tryStart({ agent_id: 'helper' })).body;
    await mine.append(id, 'The heron stood in the pond.', { metadata: { where: 'park' } });
    await mine.end(id);
    const memories = async (key: string) => (await service.call('GET', '/memory/export', { key })).body.memories;
    const exported = await memories(from.key);
    assert.deepEqual(
      exported.map((memory: { user_id: string; group_id: string }) => [memory.user_id, memory.group_id]),
      [
        ['', id],
        ['', null],
      ],
    );
    const query = { format: 'markdown' };
    const markdown = (await service.call('GET', '/memory/export', { key: from.key, query })).body;
    assert.match(markdown, /## Without a user[\s\S]*heron[\s\S]*2 memories\./);
    const body = { memories: exported };
    assert.equal((await service.call('POST', '/memory/import', { key: to.key, body })).body.imported, 2);
    assert.deepEqual(await memories(to.key), exported);
    const semantic = { memories: [{ user_id: '', content: 'Of nobody' }] };
    const refused = (await service.call('POST', '/memory/import', { key: to.key, body: semantic })).body;
    assert.equal(refused.imported, 0);
    assert.match(refused.errors[0].message, /user_id/);
  });
});
