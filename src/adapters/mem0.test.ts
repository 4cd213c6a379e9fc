import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withService } from './adapters.test.kit.js';
import { MemoryClient } from './mem0.js';

describe("the calls of mem0's client", () => {
  const { client } = withService();
  const open = async () => new MemoryClient({ client: await client() });

  it('add, search, get, change, show the history of and delete memories', async () => {
    const memory = await open();
    const messages = [
      { role: 'system', content: 'You are kind' },
      { role: 'user', content: 'I have a heron called Bode' },
      { role: 'assistant', content: 'What a fine bird' },
    ];
    const added = await memory.add(messages, { userId: 'ada', runId: 'r1', metadata: { source: 'chat' } });
    assert.deepEqual(
      added.map(({ event, memory: text }) => [event, text]),
      [
        ['ADD', 'I have a heron called Bode'],
        ['ADD', 'What a fine bird'],
      ],
    );
    const again = await memory.add('I have a heron called Bode', { user_id: 'ada' });
    assert.deepEqual(
      again.map(({ event, id }) => [event, id]),
      [['NOOP', added[0]?.id]],
    );
    const { results } = await memory.search('heron called Bode', { userId: 'ada', topK: 1 });
    assert.equal(results[0]?.id, added[0]?.id);
    assert.ok((results[0]?.score ?? 0) > 0);
    assert.equal(results[0]?.runId, 'r1');
    const id = added[0]?.id ?? '';
    assert.deepEqual((await memory.get(id)).metadata, { source: 'chat', role: 'user' });
    const [changed] = await memory.update(id, { text: 'I have a heron called Ada' });
    assert.deepEqual([changed?.memory, changed?.event], ['I have a heron called Ada', 'UPDATE']);
    const history = await memory.history(id);
    assert.deepEqual(history.map(({ oldMemory, newMemory }) => [oldMemory, newMemory]).at(-1), [
      'I have a heron called Bode',
      'I have a heron called Ada',
    ]);
    await memory.delete(id);
    await assert.rejects(memory.get(id));
  });

  it('list, filter and delete by user, agent and run', async () => {
    const memory = await open();
    await memory.add('One of Ada', { userId: 'ada', agentId: 'a' });
    await memory.add('Two of Ada', { userId: 'ada', agentId: 'b', runId: 'r' });
    await memory.add('One of Bob', { userId: 'bob' });
    assert.equal((await memory.getAll({ userId: 'ada' })).count, 2);
    assert.equal((await memory.getAll({ filters: { user_id: 'ada', agent_id: 'a' } })).count, 1);
    const page = await memory.getAll({ userId: 'ada', page: 1, pageSize: 1 });
    assert.deepEqual([page.results.length, page.next, page.previous], [1, '2', null]);
    assert.deepEqual(
      (await memory.search('of Ada', { filters: { user_id: 'ada', run_id: 'r' } })).results.map((one) => one.memory),
      ['Two of Ada'],
    );
    await memory.deleteAll({ userId: 'ada', runId: 'r' });
    assert.equal((await memory.getAll({ userId: 'ada' })).count, 1);
    await memory.deleteAll({ userId: 'ada' });
    assert.equal((await memory.getAll({ userId: 'ada' })).count, 0);
    assert.equal((await memory.getAll({ userId: 'bob' })).count, 1);
    await assert.rejects(memory.add('x', {}), /userId/);
  });
});
