import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines, type TestService } from '../../../../test/support/service.js';

interface Listed {
  category: string;
  tags: string[];
  agent_id: string;
  user_id: string;
  namespace: string;
  created_at: number;
}
type Facets = Record<string, { value: string; count: number }[]>;
type Query = Record<string, string | boolean>;

const VALUES: Record<string, (memory: Listed) => string[]> = {
  category: (memory) => [memory.category],
  tag: (memory) => [...new Set(memory.tags)],
  agent_id: (memory) => [memory.agent_id],
  user_id: (memory) => [memory.user_id],
  namespace: (memory) => [memory.namespace],
  month: (memory) => [new Date(memory.created_at).toISOString().slice(0, 7)],
};
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function counted(memories: readonly Listed[]): Facets {
  const facets: Facets = {};
  for (const [name, valuesOf] of Object.entries(VALUES)) {
    const counts = new Map<string, number>();
    for (const value of memories.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1);
    const all = [...counts].map(([value, count]) => ({ value, count }));
    const newest = (a: { value: string }, b: { value: string }) => byBytes(b.value, a.value);
    all.sort(name === 'month' ? newest : (a, b) => b.count - a.count || byBytes(a.value, b.value));
    facets[name] = all.slice(0, 50);
  }
  return facets;
}

onBothEngines('counts of memories', (start) => {
  const MONTHS = ['2025-11-30T23:59:59.999Z', '2025-12-01T00:00:00Z', '2026-02-28T12:00:00Z', '1975-01-31T23:30:00Z'];
  const TAGS = [[], ['work'], ['work', 'work', 'Zoë'], ['home', 'a"b'], ['home', 'work']];

  const fill = async (service: TestService, key: string) => {
    const memories = Array.from({ length: 120 }, (_, i) => ({
      content: `Entry ${i} of the log says ${i * 7919}.`,
      user_id: ['ada', 'bob', 'Cleo'][i % 3],
      agent_id: `agent ${i % 60}`,
      namespace: i % 4 ? 'default' : 'Trips',
      tags: TAGS[i % TAGS.length],
      created_at: MONTHS[i % MONTHS.length],
      ...(i % 10 === 9 ? { valid_until: '2026-01-01T00:00:00Z' } : {}),
    }));
    const response = await service.call('POST', '/memory/import', { key, body: { memories } });
    assert.equal(response.status, 201, JSON.stringify(response.body));
  };
  const listed = async (service: TestService, key: string, query: Query) => {
    const found: Listed[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Query = { ...query, limit: '200', ...(cursor ? { cursor } : {}) };
      const { body } = await service.call('GET', '/memory', { key, query: page });
      found.push(...body.memories);
      cursor = body.next_cursor;
    }
    return found;
  };

  it('match the list with every filter, and never include another key', async () => {
    const service = await start();
    const [{ key }, other] = [await service.mint(), await service.mint()];
    await fill(service, key);
    for (const query of [
      {},
      { user_id: 'ada' },
      { user_id: 'nobody' },
      { agent_id: 'agent 7' },
      { namespace: 'Trips', tags: 'work' },
      { tags_all: 'work,home' },
      { created_after: '2025-12-01T00:00:00Z' },
      { as_of: '2025-12-15T00:00:00Z' },
      { include_superseded: true, include_expired: true, user_id: 'bob' },
    ] as Query[]) {
      const memories = await listed(service, key, query);
      const { status, body } = await service.call('GET', '/memory/facets', { key, query });
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(body, { total: memories.length, facets: counted(memories) }, JSON.stringify(query));
    }
    const all = (await service.call('GET', '/memory/facets', { key })).body;
    assert.deepEqual([all.total, all.facets.agent_id.length], [108, 50]);
    const none = (await service.call('GET', '/memory/facets', { key: other.key })).body;
    assert.deepEqual([none.total, none.facets.tag], [0, []]);
  });

  it('are limited to the user, agent and namespace of a child key', async () => {
    const service = await start();
    const { key } = await service.mint();
    await fill(service, key);
    for (const bound of [{ user_id: 'ada' }, { user_id: 'ada', agent_id: 'agent 0', namespace: 'Trips' }] as Query[]) {
      const child = await service.call('POST', '/keys/children', { key, body: { name: 'phone', ...bound } });
      const { body } = await service.call('GET', '/memory/facets', { key: child.body.key });
      const memories = await listed(service, key, bound);
      assert.ok(memories.length > 0);
      assert.deepEqual(body, { total: memories.length, facets: counted(memories) });
      const asked = { key: child.body.key, query: { user_id: 'bob' } };
      assert.equal((await service.call('GET', '/memory/facets', asked)).status, 403);
    }
  });
});
