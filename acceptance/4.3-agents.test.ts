import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bodyOf, expectError, expectStatus, expectTimestamp } from './expect.js';
import { expectMemory, type MemoryRecord, memoryOf } from './memory.js';
import { call, type Json, mintKey, type QueryValue, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const strangersKey = (await mintKey()).key;

const tryRegister = (body: Json, as = key) => call('POST', '/agents/register', { key: as, body });
const tryGet = (path: string, query: Record<string, QueryValue> = {}, as = key) =>
  call('GET', `/agents${path}`, { key: as, query });
const get = async (path: string, query: Record<string, QueryValue> = {}) => bodyOf(await tryGet(path, query), 200);

describe('POST /agents/register', () => {
  test('registers a name, and updates the agent if the name is registered again', async () => {
    const name = unique('agent');
    const first = await tryRegister({ name, description: 'Sorts mail', capabilities: ['mail'], metadata: { a: 1 } });
    expectStatus(first, 201);
    const { id, created_at, ...rest } = first.body;
    assert.match(String(id), /^agt_./);
    expectTimestamp(created_at, 'created_at');
    const expected = { name, agent_id: name, description: 'Sorts mail', capabilities: ['mail'], metadata: { a: 1 } };
    assert.deepEqual({ ...rest, ...expected }, rest);
    const again = await tryRegister({ name, capabilities: ['mail', 'calendar'] });
    expectStatus(again, 200);
    const { description, capabilities } = again.body;
    assert.deepEqual([again.body.id, description, capabilities], [id, 'Sorts mail', ['mail', 'calendar']]);
    const other = await tryRegister({ name }, strangersKey);
    expectStatus(other, 201);
    assert.notEqual(other.body.id, id, 'names belong to a key');
  });

  test('refuses malformed input and names the field', async () => {
    const name = unique('agent');
    const wrong: [string, Json][] = [
      ['name', {}],
      ['name', { name: '' }],
      ['name', { name: 'x'.repeat(257) }],
      ['capabilities', { name, capabilities: [7] }],
      ['metadata', { name, metadata: 'none' }],
      ['description', { name, description: {} }],
    ];
    for (const [field, body] of wrong) expectError(await tryRegister(body), 400, 'invalid_request', field);
    expectError(await tryGet(`/${name}`), 404, 'not_found');
  });
});

describe('GET /agents', () => {
  test('lists registered agents, newest first', async () => {
    const own = (await mintKey()).key;
    const names = [unique('one'), unique('two'), unique('three')];
    for (const name of names) await tryRegister({ name }, own);
    const first = await tryGet('', { limit: 2 }, own);
    const rest = await tryGet('', { limit: 2, cursor: String(first.body.next_cursor) }, own);
    const listed = [first, rest].flatMap(({ body }) => (body.agents as { name: string }[]).map((agent) => agent.name));
    assert.deepEqual(listed, names.toReversed());
    assert.equal(rest.body.next_cursor, null);
    expectError(await tryGet('', { cursor: 'none' }, own), 400, 'invalid_request', 'cursor');
  });
});

describe('GET /agents/{id}', () => {
  test('returns a profile by id and by name, even of an unregistered agent with memories', async () => {
    const name = unique('agent');
    const { id } = (await tryRegister({ name })).body;
    for (const known of [id, name]) {
      const profile = await get(`/${known}`);
      assert.deepEqual([profile.id, profile.name, profile.registered], [id, name, true]);
    }
    const quiet = unique('quiet agent');
    await mine.store({ user_id: unique('user'), agent_id: quiet, content: 'It never introduced itself.' });
    const profile = await get(`/${encodeURIComponent(quiet)}`);
    assert.deepEqual([profile.id, profile.agent_id, profile.registered], [null, quiet, false]);
    expectError(await tryGet(`/${id}`, {}, strangersKey), 404, 'not_found');
    expectError(await tryGet(`/${unique('nobody')}`), 404, 'not_found');
  });
});

describe('GET /agents/{id}/memories', () => {
  test('lists memories of all users, newest first, page by page', async () => {
    const name = unique('agent');
    const stored: string[] = [];
    for (let i = 0; i < 3; i++) {
      const body = { user_id: unique('user'), agent_id: name, content: `It knows ${unique('something')}.` };
      stored.unshift((await mine.store(body)).id);
    }
    const first = await get(`/${name}/memories`, { limit: 2 });
    const rest = await get(`/${name}/memories`, { limit: 2, cursor: String(first.next_cursor) });
    const records = [first, rest].flatMap((page) => page.memories as MemoryRecord[]);
    for (const record of records) expectMemory(record, { agent_id: name });
    assert.deepEqual([...records.map((record) => record.id)].sort(), stored.toSorted());
    assert.ok(records.every((record, i) => i === 0 || record.created_at <= (records[i - 1]?.created_at ?? 0)));
    assert.equal(rest.next_cursor, null);
    expectError(await tryGet(`/${name}/memories`, { limit: 0 }), 400, 'invalid_request', 'limit');
    expectError(await tryGet(`/${name}/memories`, { cursor: 'x' }), 400, 'invalid_request', 'cursor');
    expectError(await tryGet(`/${name}/memories`, {}, strangersKey), 404, 'not_found');
  });
});

describe('GET /agents/{id}/stats', () => {
  test('counts the memories, episodes, procedures and users of the agent', async () => {
    const name = unique('agent');
    const users = [unique('user'), unique('user')];
    for (const user_id of [...users, users[0]]) {
      await mine.store({ user_id, agent_id: name, content: `It counts ${unique('something')}.` });
    }
    const stats = await get(`/${name}/stats`);
    const expected = { agent_id: name, memories: 3, episodes: 0, procedures: 0, emotional_memories: 0, users: 2 };
    assert.deepEqual({ ...stats, ...expected }, stats);
    assert.ok(Number.isInteger(stats.retrievals));
    expectTimestamp(stats.last_activity, 'last_activity');
    expectError(await tryGet(`/${unique('nobody')}/stats`), 404, 'not_found');
    expectError(await tryGet(`/${name}/stats`, {}, strangersKey), 404, 'not_found');
  });
});
