import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { DAY, HOUR } from '../../kernel/clock.js';

function agentsOf(service: TestService, key: string) {
  const get = (path: string, query: Record<string, string | number> = {}) => service.call('GET', path, { key, query });
  return {
    get,
    register: (body: object) => service.call('POST', '/agents/register', { key, body }),
    store: async (agent_id: string, content: string, more: object = {}): Promise<string> =>
      (await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', agent_id, content, ...more } })).body
        .id,
  };
}

onBothEngines('agents', (start) => {
  it('are registered under a name, and updated when registered again', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const my = agentsOf(service, (await service.mint()).key);
    const first = await my.register({
      name: 'planner',
      description: 'Plans trips',
      capabilities: ['flights', 'flights'],
      metadata: { team: 'blue' },
    });
    assert.equal(first.status, 201);
    const { id, ...rest } = first.body;
    assert.match(id, /^agt_/);
    assert.deepEqual(rest, {
      ...{ name: 'planner', agent_id: 'planner', description: 'Plans trips', capabilities: ['flights'] },
      ...{ metadata: { team: 'blue' }, template: null, created_at: clock.now(), updated_at: clock.now() },
    });
    clock.advance(HOUR);
    const again = await my.register({ name: 'planner', metadata: { team: 'red' } });
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, { ...first.body, metadata: { team: 'red' }, updated_at: clock.now() });
    for (const key of [id, 'planner']) {
      assert.deepEqual((await my.get(`/agents/${key}`)).body, { ...again.body, registered: true });
    }
    const at = await Promise.all(Array.from({ length: 8 }, () => my.register({ name: 'twin' })));
    assert.equal(at.filter((response) => response.status === 201).length, 1);
    assert.equal(new Set(at.map((response) => response.body.id)).size, 1);
  });

  it('are listed newest first, in pages', async () => {
    const service = await start({ background: false });
    const my = agentsOf(service, (await service.mint()).key);
    for (const name of ['one', 'two', 'three']) await my.register({ name });
    const first = (await my.get('/agents', { limit: 2 })).body;
    assert.deepEqual(
      first.agents.map((agent: { name: string }) => agent.name),
      ['three', 'two'],
    );
    const rest = (await my.get('/agents', { limit: 2, cursor: first.next_cursor })).body;
    assert.deepEqual([rest.agents[0].name, rest.count, rest.next_cursor], ['one', 1, null]);
    assert.equal((await my.get('/agents', { cursor: 'nonsense' })).status, 400);
  });

  it('exist for their tenant once they have a memory, registered or not; all others return 404', async () => {
    const service = await start({ background: false });
    const my = agentsOf(service, (await service.mint()).key);
    const stranger = agentsOf(service, (await service.mint()).key);
    await my.store('quiet one/ü', 'Ann likes tea');
    const path = `/agents/${encodeURIComponent('quiet one/ü')}`;
    const profile = await my.get(path);
    assert.deepEqual(profile.body, {
      ...{ id: null, name: 'quiet one/ü', agent_id: 'quiet one/ü', description: null, capabilities: [], metadata: {} },
      ...{ template: null, created_at: null, updated_at: null, registered: false },
    });
    for (const part of ['', '/memories', '/stats']) {
      assert.equal((await my.get(`${path}${part}`)).status, 200);
      assert.equal((await stranger.get(`${path}${part}`)).status, 404);
      assert.equal((await my.get(`/agents/nobody${part}`)).status, 404);
    }
  });

  it('list their memories of all users, newest first, with the filters of retrieve', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const my = agentsOf(service, (await service.mint()).key);
    const { id: agent } = (await my.register({ name: 'planner' })).body;
    for (const [i, user_id] of ['ann', 'bob', 'ann', 'carl'].entries()) {
      await my.store('planner', `Fact ${i}`, { user_id, tags: [i % 2 ? 'odd' : 'even'] });
      clock.advance(HOUR);
    }
    await my.store('other', 'Not mine');
    await my.store('planner', 'Soon gone', { ttl_seconds: 60 });
    clock.advance(HOUR);
    const list = async (query = {}) => {
      const { body } = await my.get(`/agents/${agent}/memories`, query);
      return { ...body, texts: body.memories.map((memory: { content: string }) => memory.content) };
    };
    const first = await list({ limit: 3 });
    assert.deepEqual([first.agent_id, first.texts], ['planner', ['Fact 3', 'Fact 2', 'Fact 1']]);
    const rest = await list({ limit: 3, cursor: first.next_cursor });
    assert.deepEqual([rest.texts, rest.next_cursor], [['Fact 0'], null]);
    assert.deepEqual((await list({ user_id: 'ann' })).texts, ['Fact 2', 'Fact 0']);
    assert.deepEqual((await list({ tags: 'odd' })).texts, ['Fact 3', 'Fact 1']);
    assert.equal((await my.get(`/agents/${agent}/memories`, { limit: 201 })).status, 400);
  });

  it('have stats of everything stored and retrieved under their name', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const my = agentsOf(service, key);
    await my.register({ name: 'idle' });
    const idle = (await my.get('/agents/idle/stats')).body;
    assert.deepEqual(idle, {
      ...{ agent_id: 'idle', memories: 0, episodes: 0, procedures: 0, emotional_memories: 0, users: 0, retrievals: 0 },
      last_activity: null,
    });
    await my.store('busy', 'Ann likes tea', { detect_conflicts: true });
    await my.store('busy', 'Bob likes tea', { user_id: 'bob' });
    await my.store('busy', 'Bob is away', { user_id: 'bob', ttl_seconds: 60 });
    const last = clock.now();
    clock.advance(DAY);
    await my.store('other', 'Carl likes tea', { user_id: 'carl' });
    const stats = async () => (await my.get('/agents/busy/stats')).body;
    assert.deepEqual(await stats(), { ...idle, agent_id: 'busy', memories: 2, users: 2, last_activity: last });
    const post = (path: string, body: object) =>
      service.call('POST', path, { key, body: { agent_id: 'busy', ...body } });
    await post('/memory/episodes/start', {});
    // A procedure is also a memory.
    await post('/memory/procedures', { user_id: 'dora', name: 'Make tea', steps: ['Boil water'] });
    await post('/memory/emotional', { user_id: 'dora', sentiment: 'neutral' });
    for (let i = 0; i < 4; i++) {
      await service.call('GET', '/memory/retrieve', { key, query: { q: 'tea', user_id: 'bob', agent_id: 'busy' } });
    }
    assert.deepEqual(await stats(), {
      ...{ agent_id: 'busy', memories: 3, episodes: 1, procedures: 1, emotional_memories: 1, users: 3, retrievals: 4 },
      last_activity: clock.now(),
    });
  });

  it('reject malformed registrations', async () => {
    const service = await start({ background: false });
    const my = agentsOf(service, (await service.mint()).key);
    const wrong: [string, object][] = [
      ['name', {}],
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(257) }],
      ['capabilities', { name: 'a', capabilities: 'all' }],
      ['capabilities', { name: 'a', capabilities: Array(65).fill('x') }],
      ['metadata', { name: 'a', metadata: [] }],
      ['description', { name: 'a', description: 7 }],
    ];
    for (const [field, body] of wrong) {
      const refused = await my.register(body);
      assert.equal(refused.status, 400, JSON.stringify(body).slice(0, 80));
      assert.match(refused.body.error.message, new RegExp(field));
    }
    assert.equal((await my.get('/agents')).body.count, 0);
  });
});
