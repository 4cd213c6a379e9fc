import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MemoryTimelineResponse as Timeline } from '../src/client/generated.js';
import { expectError, expectStatus } from './expect.js';
import { expectMemory, type MemoryRecord, memoryOf } from './memory.js';
import { call, mintKey, needsEmbedder, newScope, type QueryValue, serviceTime, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const stranger = (await mintKey()).key;
const DAY = 86_400_000;
const now = await serviceTime();
const ago = (days: number) => now - days * DAY;

type Entry = Timeline['timeline'][number];
const tryTimeline = (query: Record<string, QueryValue>, as = key) =>
  call<Timeline>('GET', '/memory/timeline', { key: as, query });
async function timeline(query: Record<string, QueryValue>): Promise<Entry[]> {
  const response = await tryTimeline(query);
  expectStatus(response, 200);
  assert.equal(response.body.count, response.body.timeline.length);
  return response.body.timeline;
}

/** Where Ann lived: three statements; the last one says that it supersedes the one before. */
async function lives() {
  const scope = newScope();
  const store = (content: string, days: number, more = {}) =>
    mine.store({ ...scope, content, valid_from: ago(days), detect_conflicts: true, ...more });
  const paris = await store('Ann lives in Paris as a student.', 900, { valid_until: ago(700) });
  const berlin = await store('Ann lives in Berlin.', 600);
  const london = await store('Ann no longer lives in Berlin, she moved to London.', 100);
  await store('The invoice for the printer is overdue.', 50);
  return { scope, paris, berlin, london };
}

describe('GET /memory/timeline', needsEmbedder, () => {
  test('returns what became of each statement about a topic, oldest first', async () => {
    const { scope, paris, berlin, london } = await lives();
    const entries = await timeline({ ...scope, topic: 'Where does Ann live?' });
    const lived = entries.filter((entry) => entry.content.includes('Ann'));
    assert.deepEqual(
      lived.map(({ id, change, supersedes, at }) => ({ id, change, supersedes, at })),
      [
        { id: paris.id, change: 'ended', supersedes: null, at: ago(900) },
        { id: berlin.id, change: 'superseded', supersedes: null, at: ago(600) },
        { id: london.id, change: 'updated', supersedes: berlin.id, at: ago(100) },
      ],
    );
    for (const entry of entries) expectMemory(entry, scope);
  });

  test('marks the earlier side of an open contradiction as contradicted, and a changed text as updated', async () => {
    const scope = newScope();
    const store = (content: string) => mine.store({ ...scope, content, detect_conflicts: true });
    await store('The budget of the garden project is 20k.');
    await store('The budget of the garden project is 35k.');
    const wall = await store('The wall of the garden project is green.');
    await mine.patch(wall.id, { content: 'The wall of the garden project is white.' });
    const changes = new Map<string, string>();
    for (const topic of ['the budget of the garden project', 'the wall of the garden project'])
      for (const entry of await timeline({ ...scope, topic })) changes.set(entry.content, entry.change);
    assert.deepEqual([...changes].sort(), [
      ['The budget of the garden project is 20k.', 'contradicted'],
      ['The budget of the garden project is 35k.', 'added'],
      ['The wall of the garden project is white.', 'updated'],
    ]);
  });

  test('filters by time and agent, and with a limit returns the latest entries', async () => {
    const { scope, berlin, london } = await lives();
    const ids = async (more: Record<string, QueryValue>) =>
      (await timeline({ ...scope, topic: 'Where does Ann live?', ...more })).map((entry) => entry.id);
    assert.deepEqual(await ids({ from: ago(601), to: ago(99) }), [berlin.id, london.id]);
    assert.deepEqual(await ids({ from: ago(600), to: ago(100) }), [berlin.id]);
    assert.deepEqual(await ids({ from: new Date(ago(601)).toISOString(), to: ago(99), limit: 1 }), [london.id]);
    assert.deepEqual(await ids({ agent_id: unique('agent') }), []);
  });

  test('returns nothing about another key or user', async () => {
    const { scope } = await lives();
    const response = await tryTimeline({ ...scope, topic: 'Ann' }, stranger);
    expectStatus(response, 200);
    assert.deepEqual(response.body.timeline, []);
    assert.deepEqual(await timeline({ user_id: unique('user'), topic: 'Ann' }), []);
  });

  test('refuses missing and out-of-range parameters', async () => {
    const { user_id } = newScope();
    expectError(await tryTimeline({ topic: 'x' }), 400, 'invalid_request', 'user_id');
    expectError(await tryTimeline({ user_id }), 400, 'invalid_request', 'topic');
    expectError(await tryTimeline({ user_id, topic: '' }), 400, 'invalid_request', 'topic');
    expectError(await tryTimeline({ user_id, topic: 'x', from: 5, to: 5 }), 400, 'invalid_request', 'to');
    expectError(await tryTimeline({ user_id, topic: 'x', from: 'yesterday' }), 400, 'invalid_request', 'from');
    expectError(await tryTimeline({ user_id, topic: 'x', limit: 0 }), 400, 'invalid_request', 'limit');
    expectError(await tryTimeline({ user_id, topic: 'x', limit: 201 }), 400, 'invalid_request', 'limit');
    expectError(await call('GET', '/memory/timeline', { query: { user_id, topic: 'x' } }), 401);
  });
});

describe('as_of', () => {
  test('finds what was believed true then, in every ranking, in lists and in contexts', needsEmbedder, async () => {
    const { scope, paris, berlin, london } = await lives();
    const found = async (as_of: QueryValue, ranking: string) =>
      (await mine.retrieve({ ...scope, q: 'Where does Ann live?', as_of, ranking })).results.map((one) => one.id);
    for (const ranking of ['semantic', 'composite', 'hybrid']) {
      assert.deepEqual(await found(ago(800), ranking), [paris.id], ranking);
      assert.deepEqual(await found(ago(650), ranking), [], ranking);
      assert.deepEqual(await found(ago(300), ranking), [berlin.id], ranking);
      assert.equal((await found(ago(90), ranking))[0], london.id, ranking);
      assert.ok(!(await found(ago(90), ranking)).includes(berlin.id), ranking);
    }
    const { memories } = (await mine.list({ ...scope, as_of: new Date(ago(300)).toISOString() })) as {
      memories: MemoryRecord[];
    };
    assert.deepEqual(
      memories.map((one) => one.id),
      [berlin.id],
    );
    const context = await call<{ context: string }>('GET', '/memory/context', {
      key,
      query: { ...scope, as_of: ago(300) },
    });
    expectStatus(context, 200);
    assert.match(context.body.context, /Berlin/);
    assert.doesNotMatch(context.body.context, /London|Paris/);
  });

  test('includes a memory from valid_from until valid_until, exclusive', async () => {
    const scope = newScope();
    const from = ago(20);
    const until = ago(10);
    await mine.store({ ...scope, content: 'The bridge is closed.', valid_from: from, valid_until: until });
    const count = async (as_of: number) => (await mine.list({ ...scope, as_of })).count;
    assert.deepEqual(
      [await count(from - 1), await count(from), await count(until - 1), await count(until)],
      [0, 1, 1, 0],
    );
  });

  test('must be a time', async () => {
    const { user_id } = newScope();
    for (const as_of of ['soon', 'true', '2024-13-40']) {
      expectError(await mine.tryRetrieve({ q: 'x', user_id, as_of }), 400, 'invalid_request', 'as_of');
      expectError(await mine.tryList({ user_id, as_of }), 400, 'invalid_request', 'as_of');
    }
  });
});
