import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  ProceduresMatchResponse as Matches,
  ProceduresGetResponse,
  ProceduresListResponse,
  ProceduresOutcomeResponse,
  ProceduresStoreResponse,
} from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus, expectTimestamp } from './expect.js';
import { expectMemory, memoryOf } from './memory.js';
import { call, type Json, mintKey, needsEmbedder, needsNoEmbedder, type QueryValue, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const strangersKey = (await mintKey()).key;

const tryStore = (body: Json, as = key) =>
  call<ProceduresStoreResponse>('POST', '/memory/procedures', { key: as, body });
const store = async (body: Json) => bodyOf(await tryStore(body), 201);
const tryMatch = (query: Record<string, QueryValue>, as = key) =>
  call<Matches>('GET', '/memory/procedures/match', { key: as, query });
const match = async (query: Record<string, QueryValue>) => bodyOf(await tryMatch(query), 200);
const tryReport = (id: string, body: Json, as = key) =>
  call<ProceduresOutcomeResponse>('POST', `/memory/procedures/${id}/outcome`, { key: as, body });
const tryGet = (id: string, as = key) => call<ProceduresGetResponse>('GET', `/memory/procedures/${id}`, { key: as });

const SHIP = {
  name: 'Ship a release',
  description: 'From a green build to users.',
  trigger: 'publish the new version\nrelease version two to production\nget the latest build out to customers',
  steps: ['Check that the build is green', 'Tag the commit', 'Publish the package'],
  tags: ['deploy'],
};
const LEAVE = {
  name: 'Request leave',
  trigger: 'i want to take a vacation in july\nhow do i get a day off\nbook holidays for me',
  steps: ['Open the calendar', 'Send the request to the manager'],
};

describe('POST /memory/procedures', () => {
  test('stores a procedure that is also a procedural memory', async () => {
    const agent_id = unique('agent');
    const user_id = unique('user');
    const made = await store({ ...SHIP, agent_id, user_id });
    assert.match(made.id, /^proc_./);
    assert.deepEqual(
      [made.agent_id, made.user_id, made.name, made.description, made.trigger, made.steps, made.tags],
      [agent_id, user_id, SHIP.name, SHIP.description, SHIP.trigger, SHIP.steps, SHIP.tags],
    );
    assert.deepEqual([made.version, made.uses, made.success_rate, made.status], [1, 0, null, 'stored']);
    expectTimestamp(made.created_at, 'created_at');
    const memory = await mine.get(made.id);
    assert.equal(memory.kind, 'procedural');
    expectMemory({ ...memory, id: 'mem_checked' }, { user_id, agent_id, tags: SHIP.tags });
  });

  test('creates a new version of a procedure with the same name, and keeps the earlier one', async () => {
    const agent_id = unique('agent');
    const first = await store({ ...SHIP, agent_id });
    const same = await tryStore({ ...SHIP, agent_id });
    expectStatus(same, 200);
    assert.deepEqual([same.body.id, same.body.version, same.body.status], [first.id, 1, 'unchanged']);
    const changed = await tryStore({ ...SHIP, agent_id, steps: ['Push the button'] });
    expectStatus(changed, 200);
    assert.deepEqual([changed.body.id, changed.body.version, changed.body.status], [first.id, 2, 'updated']);
    const { body } = await tryGet(first.id);
    assert.deepEqual(body.steps, ['Push the button']);
    assert.deepEqual(
      body.versions?.map(({ version, steps }) => [version, steps]),
      [[1, SHIP.steps]],
    );
  });

  test('refuses malformed input and names the field', async () => {
    const agent_id = unique('agent');
    const good = { agent_id, name: 'n', steps: ['s'] };
    const wrong: [string, Json][] = [
      ['agent_id', { ...good, agent_id: undefined }],
      ['name', { ...good, name: undefined }],
      ['name', { ...good, name: '  ' }],
      ['name', { ...good, name: 'x'.repeat(257) }],
      ['steps', { ...good, steps: undefined }],
      ['steps', { ...good, steps: [] }],
      ['steps', { ...good, steps: 'one' }],
      ['steps', { ...good, steps: ['s', ''] }],
      ['steps', { ...good, steps: Array(65).fill('s') }],
      ['trigger', { ...good, trigger: 'x'.repeat(8_001) }],
      ['description', { ...good, description: 7 }],
      ['tags', { ...good, tags: ['x'.repeat(65)] }],
      ['user_id', { ...good, user_id: '' }],
    ];
    for (const [field, body] of wrong) expectError(await tryStore(body), 400, 'invalid_request', field);
    const { procedures } = (await call<Matches>('GET', '/memory/procedures', { key, query: { agent_id } })).body;
    assert.deepEqual(procedures, []);
  });
});

describe('GET /memory/procedures/match', () => {
  test('finds the procedure for a task by meaning, and scores tasks that fit none low', needsEmbedder, async () => {
    const agent_id = unique('agent');
    const ship = await store({ ...SHIP, agent_id });
    const leave = await store({ ...LEAVE, agent_id });
    const release = await match({ q: 'Please roll out what we built today', agent_id });
    assert.deepEqual([release.semantic, release.count, release.procedures[0]?.id], [true, 2, ship.id]);
    const off = await match({ q: 'Can I be away from work next Friday?', agent_id });
    assert.equal(off.procedures[0]?.id, leave.id);
    assert.ok((off.procedures[0]?.score ?? 0) > 0.5);
    const unfit = await match({ q: 'Who painted the ceiling of the Sistine Chapel?', agent_id });
    assert.ok((unfit.procedures[0]?.score ?? 1) < 0.1, JSON.stringify(unfit.procedures[0]?.score));
  });

  test('matches by words when there is no embedder', needsNoEmbedder, async () => {
    const agent_id = unique('agent');
    const ship = await store({ ...SHIP, agent_id });
    await store({ ...LEAVE, agent_id });
    const found = await match({ q: 'publish a release', agent_id });
    assert.deepEqual([found.semantic, found.procedures[0]?.id], [false, ship.id]);
  });

  test("isolates agents and keys, and returns a user's own and shared procedures", async () => {
    const agent_id = unique('agent');
    const user_id = unique('user');
    const shared = await store({ ...SHIP, agent_id });
    const own = await store({ ...SHIP, agent_id, user_id });
    await store({ ...SHIP, agent_id, user_id: unique('user') });
    const ids = async (query: Json) =>
      (await match({ q: 'publish the new version', limit: 20, ...(query as Record<string, string>) })).procedures
        .map(({ id }) => id)
        .sort();
    assert.deepEqual(await ids({ agent_id, user_id }), [shared.id, own.id].sort());
    assert.equal((await ids({ agent_id })).length, 3);
    assert.deepEqual(await ids({ agent_id: unique('agent') }), []);
    const strange = await tryMatch({ q: 'publish the new version', agent_id }, strangersKey);
    assert.deepEqual(strange.body.procedures, []);
  });

  test('returns 3 by default, and refuses malformed input', async () => {
    const agent_id = unique('agent');
    for (let i = 0; i < 4; i++) await store({ ...SHIP, agent_id, name: `${SHIP.name} ${i}` });
    assert.equal((await match({ q: 'release', agent_id })).count, 3);
    assert.equal((await match({ q: 'release', agent_id, limit: 4 })).count, 4);
    expectError(await tryMatch({ agent_id }), 400, 'invalid_request', 'q');
    for (const limit of [0, 21, 'x']) expectError(await tryMatch({ q: 'q', limit }), 400, 'invalid_request', 'limit');
  });
});

describe('POST /memory/procedures/{id}/outcome', () => {
  test('ranks the more successful of two equal matches first', async () => {
    const agent_id = unique('agent');
    const one = await store({ ...SHIP, agent_id, name: 'way one' });
    const two = await store({ ...SHIP, agent_id, name: 'way two' });
    const best = async () => (await match({ q: 'publish the new version', agent_id })).procedures[0]?.id;
    for (const [good, bad] of [
      [one.id, two.id],
      [two.id, one.id],
    ] as const) {
      for (let i = 0; i < 6; i++) {
        expectStatus(await tryReport(good, { outcome: 'success' }), 200);
        expectStatus(await tryReport(bad, { outcome: 'failure' }), 200);
      }
      if (good === one.id) assert.equal(await best(), one.id);
    }
    const { body } = await tryGet(two.id);
    assert.deepEqual([body.uses, body.success_rate], [12, 0.5]);
  });

  test('refuses malformed input, and returns 404 for unknown ids', async () => {
    const { id } = await store({ ...SHIP, agent_id: unique('agent') });
    expectError(await tryReport(id, {}), 400, 'invalid_request', 'outcome');
    expectError(await tryReport(id, { outcome: 'unknown' }), 400, 'invalid_request', 'outcome');
    expectError(await tryReport('proc_none', { outcome: 'success' }), 404, 'not_found');
    expectError(await tryReport(id, { outcome: 'success' }, strangersKey), 404, 'not_found');
    assert.equal((await tryGet(id)).body.uses, 0);
  });
});

describe('GET /memory/procedures', () => {
  test('lists page by page, newest first', async () => {
    const agent_id = unique('agent');
    const made: string[] = [];
    for (let i = 0; i < 3; i++) made.unshift((await store({ ...LEAVE, agent_id, name: `leave ${i}` })).id);
    const page = (query: Record<string, QueryValue>) =>
      call<ProceduresListResponse>('GET', '/memory/procedures', { key, query: { agent_id, ...query } });
    const first = await page({ limit: 2 });
    const rest = await page({ limit: 2, cursor: first.body.next_cursor ?? '' });
    const ids = [...first.body.procedures, ...rest.body.procedures].map(({ id }) => id);
    assert.deepEqual([ids, rest.body.next_cursor], [made, null]);
    expectError(await page({ cursor: 'nonsense' }), 400, 'invalid_request', 'cursor');
    expectError(await page({ limit: 201 }), 400, 'invalid_request', 'limit');
  });

  test('returns 404 for ids of other keys and for unknown ids', async () => {
    const { id } = await store({ ...LEAVE, agent_id: unique('agent') });
    expectError(await tryGet(id, strangersKey), 404, 'not_found');
    expectError(await tryGet('proc_none'), 404, 'not_found');
  });
});

test('forgetting a procedure leaves nothing of it', async () => {
  const agent_id = unique('agent');
  const { id } = await store({ ...SHIP, agent_id });
  expectError(await call('DELETE', '/memory/forget', { key: strangersKey, query: { id } }), 404, 'not_found');
  assert.deepEqual(await mine.forget({ id }), { deleted: 1 });
  expectError(await tryGet(id), 404, 'not_found');
  expectError(await mine.tryGet(id), 404, 'not_found');
  assert.deepEqual((await match({ q: 'publish the new version', agent_id })).procedures, []);
});

test('reading needs the read scope, changing needs the write scope', async () => {
  const reader = (await mintKey({ scopes: ['read'] })).key;
  const writer = (await mintKey({ scopes: ['write'] })).key;
  expectError(await tryStore({ ...SHIP, agent_id: 'a' }, reader), 403, 'missing_scope');
  expectError(await tryReport('proc_none', { outcome: 'success' }, reader), 403, 'missing_scope');
  expectError(await tryMatch({ q: 'q' }, writer), 403, 'missing_scope');
  expectError(await tryGet('proc_none', writer), 403, 'missing_scope');
  expectError(await call('GET', '/memory/procedures', { key: writer }), 403, 'missing_scope');
});
