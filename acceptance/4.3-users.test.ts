import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import type {
  UsersEraseResponse as Erased,
  ErasuresGetResponse as Receipt,
  UsersExportResponse as UserExport,
} from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus, expectTimestamp } from './expect.js';
import { memoryOf } from './memory.js';
import { call, mintKey, newScope, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const strangersKey = (await mintKey()).key;

const pathOf = (user: string) => `/users/${encodeURIComponent(user)}/memories`;
const tryExport = (user: string, as = key) => call<UserExport>('GET', pathOf(user), { key: as });
const tryErase = (user: string, as = key) => call<Erased>('DELETE', pathOf(user), { key: as });
const exportOf = async (user: string, as = key) => bodyOf(await tryExport(user, as), 200);
const erase = async (user: string, as = key) => bodyOf(await tryErase(user, as), 200);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('GET /users/{id}/memories', () => {
  test('returns everything about the user, with history, and nothing about others', async () => {
    const { user_id, agent_id } = newScope();
    const { id } = await mine.store({ user_id, agent_id, content: 'She lives in Porto.', tags: ['home'] });
    expectStatus(await call('PATCH', `/memory/${id}`, { key, body: { content: 'She lives in Braga.' } }), 200);
    await mine.store({ user_id, agent_id: unique('agent'), content: 'Not yet true.', valid_from: '2090-01-01' });
    await mine.store({ ...newScope(), content: 'Of somebody else.' });
    const document = await exportOf(user_id);
    assert.deepEqual([document.user_id, document.format], [user_id, 'recollect.user.v1']);
    expectTimestamp(document.exported_at, 'exported_at');
    const contents = document.memories.map((memory) => memory.content).sort();
    assert.deepEqual(contents, ['Not yet true.', 'She lives in Braga.']);
    assert.deepEqual(
      document.history.map(({ memory_id, version, record }) => [memory_id, version, record.content]),
      [[id, 1, 'She lives in Porto.']],
    );
    for (const list of ['links', 'conflicts', 'episodes', 'procedures', 'working', 'emotional'] as const) {
      assert.deepEqual(document[list], [], list);
    }
    assert.deepEqual([document.counts.memories, document.counts.history, document.counts.links], [2, 1, 0]);
  });

  test('is empty for a user that nobody or only another key knows', async () => {
    const { user_id } = newScope();
    await mine.store({ user_id, content: 'Known to one key.' });
    for (const response of [await exportOf(unique('nobody')), await exportOf(user_id, strangersKey)]) {
      assert.deepEqual(new Set(Object.values(response.counts)), new Set([0]));
    }
  });

  test('accepts any user id, and refuses one that is too long', async () => {
    const user_id = `${unique('ü/?#&')} 'x' "y"`;
    await mine.store({ user_id, content: 'A strange name.' });
    assert.equal((await exportOf(user_id)).counts.memories, 1);
    expectError(await tryExport('x'.repeat(257)), 400, 'invalid_request', 'id');
  });

  test('needs a key with the read scope', async () => {
    const writer = await mintKey({ scopes: ['write'] });
    expectError(await tryExport('ada', writer.key), 403, 'missing_scope');
    expectError(await call('GET', pathOf('ada')), 401, 'missing_key');
  });
});

describe('DELETE /users/{id}/memories', () => {
  test('erases everything about the user and nothing about others, with a receipt', async () => {
    const { user_id, agent_id } = newScope();
    const other = await mine.store({ ...newScope(), content: 'Stays.' });
    const { id } = await mine.store({ user_id, agent_id, content: 'She plays the cello.' });
    await mine.store({ user_id, agent_id: unique('agent'), content: 'She swims on Mondays.' });
    const erased = await erase(user_id);
    assert.deepEqual([erased.user_id, erased.forgotten], [user_id, true]);
    expectTimestamp(erased.receipt.at, 'at');
    assert.equal(erased.receipt.counts.memories, 2);
    const sum = Object.values(erased.receipt.counts).reduce((all, count) => all + count, 0);
    assert.equal(erased.rows_deleted, sum);
    assert.equal((await exportOf(user_id)).counts.memories, 0);
    expectError(await call('GET', `/memory/${id}`, { key }), 404, 'not_found');
    expectError(await call('GET', `/memory/${id}/history`, { key }), 404, 'not_found');
    const found = await mine.retrieve({ q: 'Does she play the cello?', user_id });
    assert.equal(found.count, 0);
    assert.equal((await mine.get(other.id)).content, 'Stays.');
  });

  test('returns a receipt that can be checked against the export', async () => {
    const { user_id, agent_id } = newScope();
    const { id } = await mine.store({ user_id, agent_id, content: 'First wording' });
    expectStatus(await call('PATCH', `/memory/${id}`, { key, body: { content: 'Second wording' } }), 200);
    const { memories, history } = await exportOf(user_id);
    const lines = [
      ...memories.map((memory) => ['memories', memory.id, sha256(memory.content)]),
      ...history.map((one) => ['history', `${one.memory_id}/${one.version}`, sha256(one.record.content)]),
    ];
    const { receipt } = await erase(user_id);
    assert.equal(receipt.sha256, sha256(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
    const text = JSON.stringify(receipt);
    for (const secret of [user_id, id, 'wording']) assert.ok(!text.includes(secret));
  });

  test('erases nothing the second time, and nothing of another key', async () => {
    const { user_id } = newScope();
    await mine.store({ user_id, content: 'Erased once.' });
    assert.equal((await erase(user_id, strangersKey)).rows_deleted, 0);
    assert.ok((await erase(user_id)).rows_deleted > 0);
    const again = await erase(user_id);
    assert.deepEqual([again.rows_deleted, again.receipt.sha256], [0, sha256('')]);
    await mine.store({ user_id, content: 'Came back.' });
    assert.equal((await exportOf(user_id)).counts.memories, 1);
  });

  test('needs a key with the write scope, and a user id of at most 256 characters', async () => {
    const reader = await mintKey({ scopes: ['read'] });
    expectError(await tryErase('ada', reader.key), 403, 'missing_scope');
    expectError(await tryErase('x'.repeat(257)), 400, 'invalid_request', 'id');
    expectError(await call('DELETE', pathOf('ada')), 401, 'missing_key');
  });
});

describe('GET /erasures', () => {
  test('lists the receipts of the key, newest first, and returns one by id', async () => {
    const own = await mintKey();
    const receipts = [await erase(unique('u'), own.key), await erase(unique('u'), own.key)].map((one) => one.receipt);
    const page = await call<{ count: number; erasures: Receipt[]; next_cursor: string }>('GET', '/erasures', {
      key: own.key,
      query: { limit: 1 },
    });
    expectStatus(page, 200);
    assert.deepEqual(page.body.erasures, [receipts[1]]);
    const rest = await call<{ erasures: Receipt[]; next_cursor: string | null }>('GET', '/erasures', {
      key: own.key,
      query: { limit: 1, cursor: page.body.next_cursor },
    });
    assert.deepEqual([rest.body.erasures, rest.body.next_cursor], [[receipts[0]], null]);
    const one = await call<Receipt>('GET', `/erasures/${receipts[0]?.id}`, { key: own.key });
    assert.deepEqual(one.body, receipts[0]);
    expectError(await call('GET', `/erasures/${receipts[0]?.id}`, { key: strangersKey }), 404, 'not_found');
    expectError(await call('GET', '/erasures', { key: own.key, query: { limit: 0 } }), 400, 'invalid_request', 'limit');
    expectError(
      await call('GET', '/erasures', { key: own.key, query: { cursor: 'nonsense' } }),
      400,
      'invalid_request',
    );
  });
});
