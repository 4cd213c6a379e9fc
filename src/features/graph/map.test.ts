import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { readMapPage } from './sql/map.js';

interface Point {
  id: string;
  x: number;
  y: number;
  category: string;
  created_at: number;
  risk: number;
  text: string;
}
type Query = Record<string, string | number | boolean>;

onBothEngines('a map of memories', (start) => {
  const TOPICS = ['sails the wooden boat across the windy bay', 'bakes dark rye bread in the stone oven'];
  const fill = async (service: TestService, key: string, user: string, count: number) => {
    const memories = Array.from({ length: count }, (_, i) => ({
      user_id: user,
      agent_id: `agent ${i % 3}`,
      namespace: i % 4 ? 'default' : 'Trips',
      tags: i % 2 ? ['odd'] : ['even'],
      content: `Entry ${i}: Ada ${TOPICS[i % 2]}${i % 5 === 0 ? ` ${'and so on '.repeat(20)}` : ''}`,
      created_at: Date.UTC(2026, 0, 1 + (i % 7), i % 24),
    }));
    for (let i = 0; i < count; i += 100) {
      const { status, body } = await service.call('POST', '/memory/import', {
        key,
        body: { memories: memories.slice(i, i + 100) },
      });
      assert.equal(status, 201, JSON.stringify(body));
    }
    await service.jobs.runDue();
  };
  const mapOf = async (service: TestService, key: string, query: Query) => {
    const { status, body } = await service.call('GET', '/memory/map', { key, query });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.shown, body.points.length);
    return body as { total: number; shown: number; without_vector: number; explained: number; points: Point[] };
  };
  const idsOf = async (service: TestService, key: string, query: Query) => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Query = { ...query, limit: 200, ...(cursor ? { cursor } : {}) };
      const { body } = await service.call('GET', '/memory', { key, query: page });
      ids.push(...body.memories.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    return ids;
  };

  it('shows the listed memories, the same each time, with similar ones together', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    await fill(service, key, 'ada', 240);
    await fill(service, key, 'bob', 3);
    for (const query of [
      { user_id: 'ada' },
      { user_id: 'ada', tags: 'odd' },
      { user_id: 'ada', agent_id: 'agent 1', namespace: 'Trips' },
      { user_id: 'ada', created_after: '2026-01-04T00:00:00Z' },
      { user_id: 'bob' },
    ] as Query[]) {
      const map = await mapOf(service, key, query);
      const ids = await idsOf(service, key, query);
      assert.deepEqual(
        map.points.map(({ id }) => id),
        ids,
        JSON.stringify(query),
      );
      assert.deepEqual([map.total, map.without_vector], [ids.length, 0]);
      assert.deepEqual(await mapOf(service, key, query), map);
      for (const { x, y, text } of map.points) {
        assert.ok(Math.abs(x) <= 1 && Math.abs(y) <= 1);
        assert.ok([...text].length <= 80);
      }
    }
    const { points, explained } = await mapOf(service, key, { user_id: 'ada' });
    const mean = (word: string) => {
      const own = points.filter(({ text }) => text.includes(word));
      return own.reduce((sum, { x }) => sum + x, 0) / own.length;
    };
    assert.ok(Math.abs(mean('boat') - mean('bread')) > 0.5);
    assert.ok(explained > 0 && explained <= 1);
  });

  it('shows the newest if there are more than `limit`, and rejects invalid parameters', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    await fill(service, key, 'ada', 130);
    const all = await idsOf(service, key, { user_id: 'ada' });
    const map = await mapOf(service, key, { user_id: 'ada', limit: 110 });
    assert.deepEqual([map.total, map.shown], [130, 110]);
    assert.deepEqual(
      map.points.map(({ id }) => id),
      all.slice(0, 110),
    );
    for (const [field, query] of [
      ['limit', { user_id: 'ada', limit: 5_001 }],
      ['user_id', {}],
      ['created_after', { user_id: 'ada', created_after: 'soon' }],
    ] as [string, Query][]) {
      const { status, body } = await service.call('GET', '/memory/map', { key, query });
      assert.deepEqual([status, body.error.message.includes(field)], [400, true], JSON.stringify(body));
    }
  });

  it('counts memories that wait to be embedded, and is empty without memories', async () => {
    const embedder = new StubEmbedder();
    const service = await start({ embedder, background: false });
    const { key } = await service.mint();
    const nothing = { total: 0, shown: 0, without_vector: 0, explained: 0, points: [] };
    assert.deepEqual(await mapOf(service, key, { user_id: 'ada' }), { user_id: 'ada', ...nothing });
    const store = (content: string) =>
      service.call('POST', '/memory/store', { key, body: { user_id: 'ada', content } });
    await store('Ada sails.');
    embedder.unavailable = true;
    await store('Ada bakes bread.');
    await store('Ada plays chess.');
    const map = await mapOf(service, key, { user_id: 'ada' });
    assert.deepEqual([map.total, map.shown, map.without_vector, map.explained], [3, 1, 2, 0]);
    assert.deepEqual([map.points[0]?.text, map.points[0]?.x, map.points[0]?.y], ['Ada sails.', 0, 0]);
  });

  it('shows nothing of another key or, for a child key, of another user', async () => {
    const service = await start({ background: false });
    const [{ key }, other] = [await service.mint(), await service.mint()];
    await fill(service, key, 'ada', 20);
    await fill(service, key, 'bob', 5);
    assert.equal((await mapOf(service, other.key, { user_id: 'ada' })).total, 0);
    const made = await service.call('POST', '/keys/children', {
      key,
      body: { name: 'phone', user_id: 'ada', namespace: 'Trips' },
    });
    const child = await mapOf(service, made.body.key, {});
    assert.deepEqual(
      child.points.map(({ id }) => id),
      await idsOf(service, key, { user_id: 'ada', namespace: 'Trips' }),
    );
    const { status } = await service.call('GET', '/memory/map', { key: made.body.key, query: { user_id: 'bob' } });
    assert.equal(status, 403);
  });

  it('reads no further after its caller disconnects, still works then, and needs a key', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    await fill(service, key, 'ada', 120);
    const leaving = new AbortController();
    const { database } = service;
    const tenant = database.tenant.bind(database);
    let pages = 0;
    database.tenant = (keyId, caller) => {
      const db = tenant(keyId, caller);
      const run: typeof db.run = async (statement, input) => {
        if ((statement as unknown) === readMapPage && ++pages === 1) {
          const noticed = once(caller?.signal as AbortSignal, 'abort');
          leaving.abort();
          await noticed;
        }
        return db.run(statement, input);
      };
      return { keyId, run };
    };
    const headers = { authorization: `Bearer ${key}` };
    await assert.rejects(fetch(`${service.url}/memory/map?user_id=ada`, { headers, signal: leaving.signal }));
    database.tenant = tenant;
    assert.equal((await mapOf(service, key, { user_id: 'ada' })).shown, 120);
    assert.equal(pages, 1);
    assert.equal((await service.call('GET', '/memory/map', { query: { user_id: 'ada' } })).status, 401);
  });
});
