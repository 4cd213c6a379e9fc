import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnalyticsDailyResponse, AnalyticsPatternsResponse as Patterns } from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus } from './expect.js';
import { memoryOf } from './memory.js';
import { call, mintKey, newScope, type QueryValue } from './support.js';

const ask = async <T>(path: string, key: string, query: Record<string, QueryValue> = {}): Promise<T> =>
  bodyOf(await call<T>('GET', path, { key, query }), 200);

type Day = AnalyticsDailyResponse['daily'][number];

describe('GET /analytics/daily', () => {
  test('returns every day of the window, with zeros for quiet days', async () => {
    const { key } = await mintKey();
    const before = await ask<{ daily: Day[] }>('/analytics/daily', key);
    assert.equal(before.daily.length, 30);
    const { day: _, ...first } = before.daily[0] as Day;
    assert.deepEqual(new Set(Object.values(first)), new Set([0]));
    const scope = newScope();
    await memoryOf(key).store({ ...scope, content: 'Ann keeps bees.' });
    await ask('/memory/retrieve', key, { user_id: scope.user_id, q: 'bees' });
    expectStatus(await call('POST', '/memory/store', { key, body: {} }), 400);
    const { daily } = await ask<{ daily: Day[] }>('/analytics/daily', key, { days: 3 });
    assert.equal(daily.length, 3);
    const sum = (field: 'requests' | 'errors' | 'stored' | 'retrieved') =>
      daily.reduce((all, entry) => all + entry[field], 0);
    assert.deepEqual([sum('requests'), sum('errors'), sum('stored'), sum('retrieved')], [4, 1, 1, 1]);
    assert.ok(daily.every(({ day }, i) => i === 0 || day > (daily[i - 1] as Day).day));
  });

  test('refuses invalid windows', async () => {
    const { key } = await mintKey();
    for (const days of [0, 366, 1.5, 'many'])
      expectError(await call('GET', '/analytics/daily', { key, query: { days } }), 400, 'invalid_request', 'days');
  });
});

describe('GET /analytics/agents', () => {
  test('returns the memories and requests of each agent', async () => {
    const { key } = await mintKey();
    const scope = newScope();
    await memoryOf(key).store({ ...scope, content: 'Ann keeps bees.' });
    await ask('/memory/retrieve', key, { ...scope, q: 'bees' });
    const { agents } = await ask<{ agents: Record<string, unknown>[] }>('/analytics/agents', key);
    assert.equal(agents.length, 1);
    const { last_activity, ...agent } = agents[0] as Record<string, unknown>;
    assert.deepEqual(agent, { agent_id: scope.agent_id, memories: 1, requests: 2, retrievals: 1 });
    assert.ok(Number.isInteger(last_activity));
    expectError(await call('GET', '/analytics/agents', { key, query: { limit: 0 } }), 400, 'invalid_request', 'limit');
    assert.deepEqual(await ask('/analytics/agents', (await mintKey()).key), { count: 0, total: 0, agents: [] });
  });
});

describe('GET /analytics/patterns', () => {
  test('returns routes, hours, top memories and tags, and the hit rate', async () => {
    const { key } = await mintKey();
    const quiet = await ask<Patterns>('/analytics/patterns', key);
    assert.deepEqual([quiet.hit_rate, quiet.top_memories, quiet.top_queries_tags], [null, [], []]);
    const scope = newScope();
    const { id } = await memoryOf(key).store({ ...scope, content: 'Ann keeps bees.', tags: ['animals'] });
    for (let i = 0; i < 2; i++) await ask('/memory/retrieve', key, { user_id: scope.user_id, q: 'Ann keeps bees.' });
    const found = await ask<Patterns>('/analytics/patterns', key, { days: 2 });
    const route = found.patterns.find((entry) => entry.route === 'GET /memory/retrieve');
    assert.deepEqual([route?.calls, route?.errors], [2, 0]);
    assert.ok((route?.p95_latency_ms ?? 0) > 0 && (route?.avg_latency_ms ?? 0) > 0);
    assert.equal(found.by_hour.length, 24);
    assert.ok(found.by_hour.reduce((sum, count) => sum + count, 0) >= 4);
    assert.deepEqual(
      found.top_memories.map((memory) => [memory.id, memory.retrievals]),
      [[id, 2]],
    );
    assert.deepEqual(found.top_queries_tags, [{ tag: 'animals', count: 2 }]);
    assert.ok(found.hit_rate !== null && found.hit_rate >= 0 && found.hit_rate <= 1);
    expectStatus(await call('DELETE', '/memory/forget', { key, query: { id } }), 200);
    const after = await ask<Patterns>('/analytics/patterns', key);
    assert.deepEqual([after.top_memories, after.top_queries_tags], [[], []]);
    expectError(await call('GET', '/analytics/patterns', { key, query: { days: 0 } }), 400, 'invalid_request', 'days');
  });
});

test('analytics need the read scope', async () => {
  const writer = (await mintKey({ scopes: ['write'] })).key;
  for (const path of ['/analytics/daily', '/analytics/agents', '/analytics/patterns']) {
    expectError(await call('GET', path, { key: writer }), 403, 'missing_scope');
    expectError(await call('GET', path), 401);
  }
});
