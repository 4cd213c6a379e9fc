import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MemoryHealthResponse as Health, MemoryInsightsResponse as Insights } from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus, expectTimestamp } from './expect.js';
import { memoryOf } from './memory.js';
import { call, mintKey, newScope, type QueryValue, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const strangersKey = (await mintKey()).key;

const ask = async <T>(path: string, query: Record<string, QueryValue>, as = key): Promise<T> =>
  bodyOf(await call<T>('GET', path, { key: as, query }), 200);

describe('GET /memory/health', () => {
  const health = (query: Record<string, QueryValue>, as = key) => ask<Health>('/memory/health', query, as);

  test('returns zeros for an empty scope', async () => {
    const scope = newScope();
    const found = await health(scope);
    assert.deepEqual(found.scope, scope);
    for (const [name, value] of Object.entries(found)) if (typeof value === 'number') assert.equal(value, 0, name);
    assert.deepEqual(found.recommendations, []);
  });

  test('finds duplicate and failing memories, and names them', async () => {
    const scope = newScope();
    const first = await mine.store({ ...scope, content: 'The train to Porto leaves from platform four.' });
    const again = await mine.store({
      ...scope,
      content: 'The train to Porto leaves from platform four!',
      dedupe: false,
    });
    await mine.store({ ...scope, content: 'Ann keeps bees behind the house.' });
    for (let i = 0; i < 4; i++) {
      const body = { memory_id: first.id, outcome: 'failure' };
      expectStatus(await call('POST', '/memory/feedback', { key, body }), 200);
    }
    const found = await health({ user_id: scope.user_id });
    assert.deepEqual(
      [found.total_memories, found.duplicate_groups, found.near_duplicates, found.expired, found.stale_memories],
      [3, 1, 1, 0, 0],
    );
    assert.ok(found.quality_score > 0 && found.quality_score <= 10);
    const actions = new Map(found.recommendations.map((entry) => [entry.action, entry]));
    assert.deepEqual(actions.get('review_failing')?.memory_ids, [first.id]);
    assert.deepEqual(actions.get('merge_duplicates')?.memory_ids, [again.id]);
    for (const { reason, count } of found.recommendations) assert.ok(reason.length > 0 && count > 0);
    assert.equal((await health({ user_id: scope.user_id }, strangersKey)).total_memories, 0);
    assert.equal((await health({ user_id: scope.user_id, agent_id: unique('agent') })).total_memories, 0);
    assert.ok((await health({})).total_memories >= 3);
  });
});

describe('GET /memory/insights', () => {
  const insights = (query: Record<string, QueryValue>, as = key) => ask<Insights>('/memory/insights', query, as);

  test('is empty for an empty scope', async () => {
    const found = await insights(newScope());
    assert.deepEqual([found.total_memories, found.top_tags, found.topics, found.insights], [0, [], [], []]);
    expectTimestamp(found.refreshed_at, 'refreshed_at');
  });

  test('returns topics, tags and insights from feedback, each with its memories', async () => {
    const scope = newScope();
    const bread = [
      'The sourdough bread needs twelve hours in the cold.',
      'Our sourdough bread is best with rye flour.',
      'She bakes sourdough bread on Saturdays.',
      'The sourdough bread burnt at the bottom of the oven.',
    ];
    const others = ['The tax return is due in May.', 'Ben repairs old bicycles.', 'The cat sleeps on the piano.'];
    const ids: string[] = [];
    for (const content of bread) ids.push((await mine.store({ ...scope, content, tags: ['baking'] })).id);
    for (const content of others) await mine.store({ ...scope, content });
    const body = { memory_id: ids[0], outcome: 'success' };
    expectStatus(await call('POST', '/memory/feedback', { key, body }), 200);
    const found = await insights({ user_id: scope.user_id });
    assert.equal(found.total_memories, 7);
    assert.deepEqual(found.top_tags, [{ tag: 'baking', count: 4 }]);
    const topic = found.topics[0];
    assert.equal(topic?.label, 'baking');
    for (const id of topic?.example_ids ?? []) assert.ok(ids.includes(id));
    assert.ok(['rising', 'fading', 'steady'].includes(topic?.trend ?? ''));
    const worked = found.insights.find(({ kind }) => kind === 'what_worked');
    assert.deepEqual(worked?.evidence_ids, [ids[0]]);
    for (const insight of found.insights) {
      assert.ok(insight.text.length > 0 && insight.evidence_ids.length > 0);
      assert.ok(insight.confidence >= 0 && insight.confidence <= 1);
    }
    const { refreshed_at: _, ...once } = found;
    const { refreshed_at: __, ...twice } = await insights({ user_id: scope.user_id });
    assert.deepEqual(twice, once);
    assert.equal((await insights({ user_id: scope.user_id }, strangersKey)).total_memories, 0);
  });
});

test('an invalid user_id or agent_id is refused, and reading needs the read scope', async () => {
  const writer = (await mintKey({ scopes: ['write'] })).key;
  for (const path of ['/memory/health', '/memory/insights']) {
    expectError(await call('GET', path, { key, query: { user_id: '' } }), 400, 'invalid_request', 'user_id');
    expectError(
      await call('GET', path, { key, query: { agent_id: 'a'.repeat(257) } }),
      400,
      'invalid_request',
      'agent_id',
    );
    expectError(await call('GET', path, { key: writer }), 403, 'missing_scope');
    expectError(await call('GET', path), 401);
  }
});
