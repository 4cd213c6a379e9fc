import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ADMIN_KEY, onBothEngines, type TestService } from '../../../test/support/service.js';
import { operations } from '../../catalog.js';
import { isStrict } from '../../kernel/operation.js';

onBothEngines('forgetting', (start) => {
  async function setUp(service: TestService) {
    const { key } = await service.mint();
    const call = async (method: string, path: string, options: object = {}) => {
      const { status, body } = await service.call(method, path, { key, ...options });
      return { status, ...body };
    };
    const store = (content: string, more: object = {}) =>
      call('POST', '/memory/store', { body: { user_id: 'ann', content, ...more } });
    const contents = async () => {
      const { memories } = await call('GET', '/memory', { query: { user_id: 'ann', limit: '200' } });
      return memories.map(({ content }: { content: string }) => content).sort();
    };
    const forget = (query: Record<string, string>) => call('DELETE', '/memory/forget', { query });
    return { key, call, store, contents, forget };
  }

  it('forgets one namespace of a user, or of what one agent knows, and nothing stored beside memories', async () => {
    const service = await start({ background: false });
    const { call, store, contents, forget } = await setUp(service);
    const work = { namespace: 'work' };
    const memories = Array.from({ length: 100 }, (_, i) => ({
      ...{ user_id: 'ann', content: `Ann closed ticket ${i}.`, dedupe: false },
      ...work,
    }));
    await call('POST', '/memory/batch', { body: { memories } });
    for (const agent_id of ['coder', 'default']) await store('Ann works at Siemens.', { ...work, agent_id });
    const home = await store('Ann lives in Linz.');
    const whose = { user_id: 'ann', agent_id: 'default' };
    await call('POST', '/memory/episodes/start', { body: { ...whose, title: 'A call' } });
    await call('POST', '/memory/emotional', { body: { ...whose, sentiment: 'positive' } });
    assert.equal((await forget({ user_id: 'ann', agent_id: 'coder', ...work })).deleted, 1);
    assert.equal((await forget({ id: home.id, ...work })).status, 404);
    assert.equal((await forget({ user_id: 'bob', ...work })).deleted, 0);
    assert.equal((await forget({ user_id: 'ann', ...work })).deleted, 101);
    assert.deepEqual(await contents(), ['Ann lives in Linz.']);
    const { counts } = await call('GET', '/users/ann/memories');
    assert.deepEqual([counts.episodes, counts.emotional], [1, 1]);
    const { events } = await call('GET', '/memory/events/history', {
      query: { events: 'memory.forgotten', limit: '200' },
    });
    const subjects = events.map(({ data }: { data: { memory_id: string | null } }) => data.memory_id);
    assert.deepEqual([subjects.length, new Set(subjects).size, subjects.includes(null)], [102, 102, false]);
    assert.equal((await forget({ ...work })).status, 400);
  });

  it('refuses fields that it does not have, in every operation that deletes, merges, exports or sends, and changes nothing', async () => {
    const service = await start({ background: false });
    const { key, call, store, contents, forget } = await setUp(service);
    await store('Ann works at Siemens.');
    for (const operation of operations.filter(isStrict)) {
      const { method, path, input } = operation;
      const fields = { user_id: 'ann', agentid: 'coder' };
      const sent = method === 'DELETE' || method === 'GET' ? { query: fields } : { body: fields };
      const { status, error } = await call(method, path.replace('{id}', 'ann'), {
        ...sent,
        key: operation.scope === 'admin' ? ADMIN_KEY : key,
      });
      assert.equal(status, 400, operation.id);
      const known = Object.keys(input.shape).map((name) => `\`${name}\``);
      assert.ok(
        error.message.includes(`\`agentid\` is not a known field: the fields are ${known.join(', ')}`),
        error.message,
      );
    }
    const [from_agent, to_agent] = ['default', 'coder'];
    const body = { user_id: 'ann', from_agent, to_agent, mode: 'move', filter: { tag: ['x'] } };
    const nested = await call('POST', '/memory/transfer', { body });
    assert.deepEqual([nested.status, nested.error.details[0].field], [400, 'filter.tag']);
    const inQuery = { query: { dry_run: 'true' }, body: { user_id: 'ann', agent_id: 'default', keep: 0 } };
    assert.equal((await call('POST', '/memory/compress', inQuery)).status, 400);
    const inBody = { query: { user_id: 'ann' }, body: { namespace: 'work' } };
    assert.equal((await call('DELETE', '/memory/forget', inBody)).status, 400);
    assert.equal((await forget({ user_id: 'ann', namespace: '' })).status, 400);
    const args = { user_id: 'ann', name_space: 'work' };
    const params = { name: 'forget_memory', arguments: args };
    const { result } = await call('POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /`name_space` is not a known field/);
    assert.deepEqual(await contents(), ['Ann works at Siemens.']);
    assert.equal((await store('Ann rests.', { from_a_newer_client: 1 })).status, 'stored');
  });
});
