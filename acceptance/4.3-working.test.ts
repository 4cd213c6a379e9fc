import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WorkingGetResponse as Held, WorkingPutResponse as Put } from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus, expectTimestamp } from './expect.js';
import { call, type Json, mintKey, newScope, serviceReaches, serviceTime, unique } from './support.js';

const { key } = await mintKey();
const strangersKey = (await mintKey()).key;

const tryPut = (body: Json, as = key) => call<Put>('POST', '/memory/working', { key: as, body });
const tryGet = (query: Record<string, string>, as = key) => call<Held>('GET', '/memory/working', { key: as, query });
const tryClear = (query: Record<string, string>, as = key) => call('DELETE', '/memory/working', { key: as, query });

const put = async (session_id: string, content: unknown, more: Json = {}) =>
  bodyOf(await tryPut({ session_id, content, ...more }), 201);
async function contents(session_id: string, as = key): Promise<unknown[]> {
  const response = await tryGet({ session_id }, as);
  expectStatus(response, 200);
  assert.equal(response.body.session_id, session_id);
  assert.equal(response.body.count, response.body.items.length);
  return response.body.items.map((item) => item.content);
}

describe('POST and GET /memory/working', () => {
  test('keep any JSON value in order', async () => {
    const session = unique('session');
    const values = [{ z: 1, a: [null, true] }, 'text', '', 0, -1.5, false, null, [], {}, ['é', { deep: { er: 1 } }]];
    for (const [i, value] of values.entries()) {
      assert.deepEqual(await put(session, value), { session_id: session, items: i + 1, expires_in: 3_600 });
    }
    assert.deepEqual(await contents(session), values);
    const [first] = (await tryGet({ session_id: session })).body.items;
    expectTimestamp(first?.at, 'at');
    assert.deepEqual(Object.keys(first ?? {}).sort(), ['at', 'content']);
  });

  test('keep the last hundred items', async () => {
    const session = unique('session');
    for (let i = 1; i <= 30; i++) await put(session, i);
    const responses = await Promise.all(Array.from({ length: 80 }, (_, i) => put(session, 31 + i)));
    assert.equal(Math.max(...responses.map((response) => response.items)), 100);
    const kept = await contents(session);
    assert.equal(kept.length, 100);
    assert.deepEqual(
      kept.slice(0, 20),
      Array.from({ length: 20 }, (_, i) => 11 + i),
    );
    assert.equal(new Set(kept).size, 100);
  });

  test('expire each item after its own ttl_seconds', async () => {
    const session = unique('session');
    assert.equal((await put(session, 'short', { ttl_seconds: 1 })).expires_in, 1);
    await put(session, 'long', { ttl_seconds: 600 });
    await serviceReaches((await serviceTime()) + 1_000);
    assert.deepEqual(await contents(session), ['long']);
    assert.equal((await put(session, 'longer')).items, 2);
  });

  test('keep sessions and keys apart; an unknown session is empty', async () => {
    const [session, other] = [unique('session'), unique('session')];
    await put(session, 'mine');
    expectStatus(await tryPut({ session_id: session, content: 'theirs' }, strangersKey), 201);
    assert.deepEqual(await contents(session), ['mine']);
    assert.deepEqual(await contents(session, strangersKey), ['theirs']);
    assert.deepEqual(await contents(other), []);
  });

  test('refuse malformed input and name the field', async () => {
    const session_id = unique('session');
    const wrong: [string, Json][] = [
      ['session_id', { content: 1 }],
      ['session_id', { session_id: '', content: 1 }],
      ['session_id', { session_id: 'x'.repeat(257), content: 1 }],
      ['content', { session_id }],
      ['content', { session_id, content: 'x'.repeat(65_535) }],
      ['ttl_seconds', { session_id, content: 1, ttl_seconds: 0 }],
      ['ttl_seconds', { session_id, content: 1, ttl_seconds: 'long' }],
      ['user_id', { session_id, content: 1, user_id: '' }],
      ['agent_id', { session_id, content: 1, agent_id: 5 }],
    ];
    for (const [field, body] of wrong) expectError(await tryPut(body), 400, 'invalid_request', field);
    expectError(await tryGet({}), 400, 'invalid_request', 'session_id');
    assert.deepEqual(await contents(session_id), []);
  });
});

describe('DELETE /memory/working', () => {
  test('clears the session of this key and nothing else', async () => {
    const [session, other] = [unique('session'), unique('session')];
    for (const content of [1, 2]) await put(session, content);
    await put(other, 3);
    const theirs = await tryClear({ session_id: session }, strangersKey);
    assert.deepEqual(theirs.body, { session_id: session, cleared: true, removed: 0 });
    const cleared = await tryClear({ session_id: session });
    assert.deepEqual([cleared.status, cleared.body], [200, { session_id: session, cleared: true, removed: 2 }]);
    assert.deepEqual([await contents(session), await contents(other)], [[], [3]]);
    assert.equal((await put(session, 'again')).items, 1);
    expectError(await tryClear({}), 400, 'invalid_request', 'session_id');
  });

  test('forgetting a user removes the items about them', async () => {
    const session = unique('session');
    const { user_id, agent_id } = newScope();
    await put(session, 'about them', { user_id, agent_id });
    await put(session, 'about nobody');
    expectStatus(await call('DELETE', '/memory/forget', { key, query: { user_id } }), 200);
    assert.deepEqual(await contents(session), ['about nobody']);
  });
});

test('reading needs the read scope, changing needs the write scope', async () => {
  const reader = (await mintKey({ scopes: ['read'] })).key;
  const writer = (await mintKey({ scopes: ['write'] })).key;
  const session_id = unique('session');
  expectStatus(await tryPut({ session_id, content: 1 }, writer), 201);
  expectError(await tryPut({ session_id, content: 1 }, reader), 403, 'missing_scope');
  expectStatus(await tryGet({ session_id }, reader), 200);
  expectError(await tryGet({ session_id }, writer), 403, 'missing_scope');
  expectError(await tryClear({ session_id }, reader), 403, 'missing_scope');
});
