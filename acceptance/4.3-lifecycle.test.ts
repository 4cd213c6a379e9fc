import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  MemoryFeedbackResponse as FeedbackResponse,
  MemoryStatsResponse as Stats,
} from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus, expectTimestamp } from './expect.js';
import { expectMemory, type MemoryRecord, memoryOf } from './memory.js';
import {
  call,
  type Json,
  mintKey,
  needsEmbedder,
  newScope,
  type QueryValue,
  serviceReaches,
  unique,
} from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const strangersKey = (await mintKey()).key;

const tryFeedback = (body: Json, as = key) => call<FeedbackResponse>('POST', '/memory/feedback', { key: as, body });
const feedback = async (memory_id: string, outcome: string, more: Json = {}) =>
  bodyOf(await tryFeedback({ memory_id, outcome, ...more }), 200);
const near = (value: number, expected: number) =>
  assert.ok(Math.abs(value - expected) < 1e-4, `${value} is not about ${expected}`);

describe('POST /memory/feedback', () => {
  test('moves the outcome score from 0.5 by an exponential moving average', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Restarting the router helps.' });
    const response = await feedback(id, 'success');
    assert.deepEqual([response.memory_id, response.outcome], [id, 'success']);
    near(response.outcome_score, 0.65);
    near((await feedback(id, 'failure')).outcome_score, 0.455);
    near((await feedback(id, 'success', { confidence: 0.8 })).outcome_score, 0.7 * 0.455 + 0.3 * 0.8);
    const before = 0.7 * 0.455 + 0.3 * 0.8;
    near((await feedback(id, 'failure', { confidence: 0.8 })).outcome_score, 0.7 * before + 0.3 * 0.2);
    const record = await mine.get(id);
    assert.equal(record.outcome, 'failure');
    near(record.outcome_score, 0.7 * before + 0.3 * 0.2);
  });

  test('counts all concurrent feedback', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Twenty agents try this at once.' });
    await Promise.all(Array.from({ length: 6 }, () => feedback(id, 'success')));
    near((await mine.get(id)).outcome_score, 1 - 0.5 * 0.7 ** 6);
  });

  test('changes the composite ranking', needsEmbedder, async () => {
    const { user_id } = newScope();
    const content = 'The printer in the hall is fixed by switching it off and on.';
    const one = await mine.store({ user_id, agent_id: unique('agent'), content });
    const two = await mine.store({ user_id, agent_id: unique('agent'), content });
    const order = async () =>
      (await mine.retrieve({ q: 'How do I fix the printer?', user_id, ranking: 'composite' })).results.map((m) => m.id);
    await feedback(one.id, 'success');
    await feedback(two.id, 'failure');
    assert.deepEqual(await order(), [one.id, two.id]);
    for (let i = 0; i < 4; i++) {
      await feedback(one.id, 'failure');
      await feedback(two.id, 'success');
    }
    assert.deepEqual(await order(), [two.id, one.id]);
  });

  test('refuses malformed input and names the field', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Feedback on this is malformed.' });
    const wrong: [string, Json][] = [
      ['memory_id', { outcome: 'success' }],
      ['outcome', { memory_id: id }],
      ['outcome', { memory_id: id, outcome: 'unknown' }],
      ['confidence', { memory_id: id, outcome: 'success', confidence: 1.5 }],
      ['confidence', { memory_id: id, outcome: 'success', confidence: -0.1 }],
      ['confidence', { memory_id: id, outcome: 'success', confidence: 'sure' }],
    ];
    for (const [field, body] of wrong) expectError(await tryFeedback(body), 400, 'invalid_request', field);
    assert.equal((await mine.get(id)).outcome_score, 0.5);
  });

  test("returns 404 for an unknown memory and for another key's", async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Nobody else judges this.' });
    expectError(await tryFeedback({ memory_id: unique('mem_'), outcome: 'success' }), 404, 'not_found');
    expectError(await tryFeedback({ memory_id: id, outcome: 'failure' }, strangersKey), 404, 'not_found');
    assert.equal((await mine.get(id)).outcome_score, 0.5);
  });
});

describe('POST /memory/verify/{id}', () => {
  const tryVerify = (id: string, as = key) => call('POST', `/memory/verify/${id}`, { key: as });

  test('sets verified_at to the current time', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Still true.' });
    const response = await tryVerify(id);
    expectStatus(response, 200);
    assert.equal(response.body.verified, true);
    assert.equal(response.body.memory_id, id);
    expectTimestamp(response.body.verified_at, 'verified_at');
    assert.equal((await mine.get(id)).verified_at, response.body.verified_at);
  });

  test("returns 404 for an unknown memory and for another key's", async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Verified by its owner only.' });
    expectError(await tryVerify(unique('mem_')), 404, 'not_found');
    expectError(await tryVerify(id, strangersKey), 404, 'not_found');
    assert.equal((await mine.get(id)).verified_at, null);
  });
});

describe('GET /memory/stale', () => {
  const tryStale = (query: Record<string, QueryValue>) =>
    call<{ count: number; oldest_unverified: number | null; stale_memories: MemoryRecord[]; next_cursor: null }>(
      'GET',
      '/memory/stale',
      { key, query },
    );

  test('does not list memories stored today', async () => {
    const { user_id, agent_id } = newScope();
    await mine.store({ user_id, agent_id, content: 'Brand new.' });
    const scopes: Record<string, QueryValue>[] = [{ user_id }, { user_id, agent_id }, { user_id, days: 1 }, {}];
    for (const scope of scopes) {
      const response = await tryStale(scope);
      expectStatus(response, 200);
      assert.deepEqual(response.body, { count: 0, oldest_unverified: null, stale_memories: [], next_cursor: null });
    }
  });

  test('refuses invalid days, limits and cursors', async () => {
    for (const [field, value] of [
      ['days', 0],
      ['days', 3651],
      ['days', 'many'],
      ['limit', 0],
      ['cursor', 'made-up'],
    ] as const) {
      expectError(await tryStale({ [field]: value }), 400, 'invalid_request', field);
    }
  });
});

describe('GET /memory/stats', () => {
  const stats = async (query: Record<string, QueryValue>, as = key): Promise<Stats> =>
    bodyOf(await call<Stats>('GET', '/memory/stats', { key: as, query }), 200);
  const PARTS = ['accuracy', 'coverage', 'diversity', 'freshness', 'redundancy'];

  test('counts a scope by kind, namespace, outcome, agent and category', async () => {
    const { user_id } = newScope();
    const [one, two] = [unique('agent'), unique('agent')];
    const first = await mine.store({ user_id, agent_id: one, content: 'Prefers tea.', importance: 9 });
    await mine.store({ user_id, agent_id: one, content: 'Met Ann.', importance: 3, kind: 'episodic', namespace: 'n' });
    const last = await mine.store({ user_id, agent_id: two, content: 'Restart.', importance: 3, outcome: 'success' });
    await mine.store({ ...newScope(), content: 'Of another user.' });
    const found = await stats({ user_id });
    assert.equal(found.total_memories, 3);
    assert.deepEqual(found.by_kind, { semantic: 2, episodic: 1 });
    assert.deepEqual(found.by_namespace, { default: 2, n: 1 });
    assert.deepEqual(found.by_outcome, { unknown: 2, success: 1 });
    assert.deepEqual(found.by_agent, { [one]: 2, [two]: 1 });
    assert.equal(
      Object.values(found.by_category).reduce((sum, count) => sum + count, 0),
      3,
    );
    assert.equal(found.avg_importance, 5);
    assert.deepEqual([found.oldest_memory, found.newest_memory], [first.created_at, last.created_at]);
    for (const count of ['stale_count', 'expired_count', 'compressed_count', 'conflict_count'] as const) {
      assert.equal(found[count], 0, count);
    }
    assert.deepEqual(Object.keys(found.quality_breakdown).sort(), PARTS);
    for (const mark of [found.memory_quality_score, ...Object.values(found.quality_breakdown)]) {
      assert.ok(mark >= 0 && mark <= 100, `${mark} is a mark`);
    }
    assert.equal((await stats({ user_id, agent_id: two })).total_memories, 1);
    assert.equal((await stats({ user_id }, strangersKey)).total_memories, 0);
  });

  test('counts embedded memories', needsEmbedder, async () => {
    const { user_id, agent_id } = newScope();
    await mine.store({ user_id, agent_id, content: 'Embedded at once.' });
    const found = await stats({ user_id });
    assert.equal(found.embedded_count, 1);
    assert.equal(found.quality_breakdown.coverage, 100);
  });

  test('has an accuracy that changes with feedback, and a redundancy that changes with repetition', async () => {
    const scope = newScope();
    const { id } = await mine.store({ ...scope, content: 'The train to Porto leaves from platform four.' });
    const before = await stats({ user_id: scope.user_id });
    await feedback(id, 'failure');
    const failed = await stats({ user_id: scope.user_id });
    assert.ok((failed.quality_breakdown.accuracy ?? 0) < (before.quality_breakdown.accuracy ?? 0));
    assert.ok(failed.memory_quality_score < before.memory_quality_score);
    await mine.store({ ...scope, content: 'The train to Porto leaves from platform four!', dedupe: false });
    const repeated = await stats({ user_id: scope.user_id });
    assert.notEqual(repeated.quality_breakdown.redundancy, failed.quality_breakdown.redundancy);
  });
});

describe('DELETE /memory/expired', () => {
  const removeExpired = async (query: Record<string, QueryValue>, as = key): Promise<number> => {
    const response = await call<{ deleted: number }>('DELETE', '/memory/expired', { key: as, query });
    expectStatus(response, 200);
    return response.body.deleted;
  };

  test('deletes expired memories and nothing else', async () => {
    const scope = newScope();
    const kept = await mine.store({ ...scope, content: 'For ever.' });
    const later = await mine.store({ ...scope, content: 'For an hour.', ttl_seconds: 3_600 });
    const gone = await mine.store({ ...scope, content: 'For a moment.', ttl_seconds: 0.2 });
    await serviceReaches(gone.created_at + 200);
    expectError(await mine.tryGet(gone.id), 404, 'not_found');
    assert.equal(await removeExpired({ user_id: scope.user_id }, strangersKey), 0);
    // The background sweep may have been faster.
    assert.ok([0, 1].includes(await removeExpired({ user_id: scope.user_id })));
    assert.equal(await removeExpired({ user_id: scope.user_id }), 0);
    const left = await mine.list({ user_id: scope.user_id, include_expired: true });
    const memories = left.memories as MemoryRecord[];
    assert.deepEqual(memories.map((memory) => memory.id).sort(), [kept.id, later.id].sort());
    for (const memory of memories) expectMemory(memory, scope);
  });
});

test('reading needs the read scope, changing needs the write scope', async () => {
  const reader = (await mintKey({ scopes: ['read'] })).key;
  const writer = (await mintKey({ scopes: ['write'] })).key;
  for (const path of ['/memory/stale', '/memory/stats']) {
    expectStatus(await call('GET', path, { key: reader }), 200);
    expectError(await call('GET', path, { key: writer }), 403, 'missing_scope');
  }
  const body = { memory_id: 'mem_none', outcome: 'success' };
  expectError(await call('POST', '/memory/feedback', { key: reader, body }), 403, 'missing_scope');
  expectError(await call('POST', '/memory/verify/mem_none', { key: reader }), 403, 'missing_scope');
  expectError(await call('DELETE', '/memory/expired', { key: reader }), 403, 'missing_scope');
  expectStatus(await call('DELETE', '/memory/expired', { key: writer }), 200);
});
