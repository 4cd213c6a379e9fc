import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ConflictsResolveResponse as Conflict, ConflictsListResponse as Page } from '../src/client/generated.js';
import { expectError, expectStatus, expectTimestamp } from './expect.js';
import { type BatchResult, memoryOf } from './memory.js';
import { call, eventually, type Json, mintKey, needsEmbedder, newScope, type QueryValue, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const stranger = (await mintKey()).key;
const reader = (await mintKey({ scopes: ['read'] })).key;

const TYPES = ['value_change', 'negation', 'antonym', 'plan_change', 'quantity'];

const tryList = (query: Record<string, QueryValue>, as = key) =>
  call<Page>('GET', '/memory/conflicts', { key: as, query });
async function list(query: Record<string, QueryValue>): Promise<Page> {
  const response = await tryList(query);
  expectStatus(response, 200);
  assert.equal(response.body.count, response.body.conflicts.length);
  return response.body;
}
const tryResolve = (id: string, body: Json, as = key) =>
  call<Conflict>('POST', `/memory/conflicts/${id}/resolve`, { key: as, body });
const conflictsOf = (stored: { conflicts: unknown[] }) => stored.conflicts as Conflict[];

/** Two statements that both hold until somebody decides. */
async function budgets() {
  const scope = newScope();
  const a = await mine.store({ ...scope, content: 'The budget of the garden project is 20k.' });
  const b = await mine.store({
    ...scope,
    content: 'The budget of the garden project is 35k.',
    detect_conflicts: true,
  });
  const found = async () =>
    (await mine.retrieve({ q: 'What is the budget of the garden project?', ...scope })).results
      .map((memory) => memory.id)
      .sort();
  return { scope, a, b, found, both: [a.id, b.id].sort() };
}

describe('detect_conflicts', needsEmbedder, () => {
  test('reports on store what the memory contradicts, why, and with what confidence', async () => {
    const { a, b } = await budgets();
    assert.deepEqual(a.conflicts, []);
    assert.equal(a.conflict, null);
    const [conflict, ...others] = conflictsOf(b);
    assert.deepEqual(others, []);
    assert.deepEqual(b.conflict, conflict);
    assert.deepEqual([conflict?.memory_a.id, conflict?.memory_b.id], [a.id, b.id]);
    assert.equal(conflict?.memory_a.content, a.content);
    assert.ok(TYPES.includes(conflict?.conflict_type ?? ''), conflict?.conflict_type);
    assert.ok((conflict?.confidence ?? -1) > 0 && (conflict?.confidence ?? 2) <= 1);
    assert.match(conflict?.reason ?? '', /20k|35k/);
    assert.deepEqual([conflict?.status, conflict?.kept], ['open', null]);
    expectTimestamp(conflict?.detected_at, 'detected_at');
  });

  test('reports on batch, for the entries that ask for it', async () => {
    const scope = newScope();
    await mine.store({ ...scope, content: 'The shop on the corner is open on Sundays.' });
    const { results } = await mine.batch([
      { ...scope, content: 'The shop on the corner is not open on Sundays.', detect_conflicts: true },
      { ...scope, content: 'Ada keeps bees on the roof.', detect_conflicts: true },
      { ...scope, content: 'The train leaves from platform nine.' },
    ]);
    const [shop, bees, train] = results as (BatchResult & { conflicts?: Conflict[] })[];
    assert.equal(shop?.conflicts?.length, 1);
    assert.equal(shop?.conflicts?.[0]?.memory_b.id, shop?.id);
    assert.deepEqual(bees?.conflicts, []);
    assert.equal(train?.conflicts, undefined);
  });

  test('lets a statement supersede another when it says so', async () => {
    const scope = newScope();
    const berlin = await mine.store({ ...scope, content: 'Ann lives in Berlin.' });
    const london = await mine.store({
      ...scope,
      content: 'Ann no longer lives in Berlin, she moved to London.',
      detect_conflicts: true,
    });
    assert.equal(conflictsOf(london)[0]?.status, 'resolved');
    assert.equal((await mine.get(berlin.id)).superseded_by, london.id);
    const ids = async (more = {}) =>
      (await mine.retrieve({ q: 'Where does Ann live?', ...scope, ...more })).results.map((memory) => memory.id);
    assert.deepEqual(await ids(), [london.id]);
    assert.deepEqual((await ids({ include_superseded: true })).sort(), [berlin.id, london.id].sort());
    await mine.forget({ id: london.id });
    assert.deepEqual(await ids(), [berlin.id], 'nobody says otherwise any more');
  });

  test('does not treat several values of one thing, or another user’s memory, as a contradiction', async () => {
    const scope = newScope();
    await mine.store({ ...scope, content: 'Ann speaks French.' });
    const german = await mine.store({ ...scope, content: 'Ann speaks German.', detect_conflicts: true });
    assert.deepEqual(german.conflicts, []);
    const { b } = await budgets();
    const other = await mine.store({ ...newScope(), content: b.content, detect_conflicts: true });
    assert.deepEqual(other.conflicts, []);
  });

  test('also runs in the background', async () => {
    const scope = newScope();
    await mine.store({ ...scope, content: 'The library on the hill is open on Mondays.' });
    await mine.store({ ...scope, content: 'The library on the hill is not open on Mondays.' });
    await eventually(async () => assert.equal((await list({ user_id: scope.user_id })).count, 1), 30_000);
  });

  test('must be a boolean', async () => {
    expectError(
      await mine.tryStore({ ...newScope(), content: 'x', detect_conflicts: 'yes' }),
      400,
      'invalid_request',
      'detect_conflicts',
    );
  });
});

describe('GET /memory/conflicts and /memory/graph/conflicts', needsEmbedder, () => {
  test('list open conflicts, filtered by user, agent and status, page by page', async () => {
    const { scope, a, b } = await budgets();
    const second = await mine.store({
      ...scope,
      content: 'The budget of the garden project is 50k.',
      detect_conflicts: true,
    });
    assert.equal(second.conflicts.length, 2);
    const all = await list(scope);
    assert.equal(all.count, 3);
    assert.deepEqual(
      all.conflicts.map((one) => one.detected_at),
      all.conflicts.map((one) => one.detected_at).sort((x, y) => y - x),
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await list({ ...scope, limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.conflicts.map((one) => one.id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    assert.deepEqual(
      seen,
      all.conflicts.map((one) => one.id),
    );
    assert.equal((await list({ ...scope, status: 'resolved' })).count, 0);
    assert.equal((await list({ user_id: scope.user_id, agent_id: unique('agent') })).count, 0);
    const pairs = await call<{ count: number; pairs: Json[]; next_cursor: string | null }>(
      'GET',
      '/memory/graph/conflicts',
      { key, query: scope },
    );
    expectStatus(pairs, 200);
    assert.equal(pairs.body.count, 3);
    const pair = pairs.body.pairs.find((one) => one.memory_a === a.id && one.memory_b === b.id);
    assert.equal(pair?.relationship, 'contradicts');
    assert.ok(typeof pair?.reason === 'string' && typeof pair?.confidence === 'number');
  });

  test('return nothing of another key', async () => {
    const { scope } = await budgets();
    for (const path of ['/memory/conflicts', '/memory/graph/conflicts']) {
      const response = await call('GET', path, { key: stranger, query: scope });
      expectStatus(response, 200);
      assert.equal(response.body.count, 0);
    }
  });

  test('refuse invalid parameters', async () => {
    for (const path of ['/memory/conflicts', '/memory/graph/conflicts']) {
      const get = (query: Record<string, QueryValue>) => call('GET', path, { key, query });
      expectError(await get({ status: 'new' }), 400, 'invalid_request', 'status');
      expectError(await get({ limit: 0 }), 400, 'invalid_request', 'limit');
      expectError(await get({ limit: 201 }), 400, 'invalid_request', 'limit');
      expectError(await get({ cursor: 'nonsense' }), 400, 'invalid_request', 'cursor');
      expectError(await get({ user_id: '' }), 400, 'invalid_request', 'user_id');
      expectError(await call('GET', path), 401);
    }
  });
});

describe('POST /memory/conflicts/{id}/resolve', needsEmbedder, () => {
  test('keeps one, the other or both, and can be changed later', async () => {
    const { scope, a, b, found, both } = await budgets();
    const [conflict] = (await list(scope)).conflicts;
    const id = conflict?.id as string;
    assert.deepEqual(await found(), both);
    for (const [keep, left] of [
      ['b', [b.id]],
      ['a', [a.id]],
      ['both', both],
    ] as const) {
      const response = await tryResolve(id, { keep });
      expectStatus(response, 200);
      assert.deepEqual([response.body.id, response.body.status, response.body.kept], [id, 'resolved', keep]);
      assert.deepEqual(await found(), left);
    }
    assert.equal((await list(scope)).count, 0);
    assert.equal((await list({ ...scope, status: 'all' })).count, 1);
    for (const memory of [a, b]) assert.equal((await mine.get(memory.id)).superseded_by, null);
  });

  test('refuses an invalid verdict, an unknown conflict, another key and a read-only key', async () => {
    const { scope } = await budgets();
    const [conflict] = (await list(scope)).conflicts;
    const id = conflict?.id as string;
    expectError(await tryResolve(id, { keep: 'c' }), 400, 'invalid_request', 'keep');
    expectError(await tryResolve(id, {}), 400, 'invalid_request', 'keep');
    expectError(await tryResolve('cnf_nothing', { keep: 'a' }), 404, 'not_found');
    expectError(await tryResolve(id, { keep: 'a' }, stranger), 404, 'not_found');
    expectError(await tryResolve(id, { keep: 'a' }, reader), 403, 'missing_scope');
    assert.equal((await list(scope)).conflicts[0]?.status, 'open');
  });

  test('returns 404 once a memory of the pair is forgotten', async () => {
    const { scope, a } = await budgets();
    const [conflict] = (await list(scope)).conflicts;
    await mine.forget({ id: a.id });
    assert.equal((await list({ ...scope, status: 'all' })).count, 0);
    expectError(await tryResolve(conflict?.id as string, { keep: 'a' }), 404, 'not_found');
  });
});
