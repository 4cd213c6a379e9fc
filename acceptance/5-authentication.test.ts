import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError, expectStatus } from './expect.js';
import { memoryOf } from './memory.js';
import {
  ADMIN_KEY,
  type CallOptions,
  call,
  itemsOf,
  mintKey,
  newScope,
  serviceReaches,
  serviceTime,
} from './support.js';

interface Operation {
  method: string;
  path: string;
  options: CallOptions;
}

const owner = await mintKey();
const scope = newScope();
const memory = await memoryOf(owner.key).store({ ...scope, content: 'Behind a lock.' });

const reader = await mintKey({ scopes: ['read'] });
const writer = await mintKey({ scopes: ['write'] });
const revoked = await mintKey();
expectStatus(await call('DELETE', `/auth/keys/${revoked.id}`, { key: ADMIN_KEY }), 200);

const { user_id } = scope;
const store = (body: unknown): Operation => ({ method: 'POST', path: '/memory/store', options: { body } });
const READS: Operation[] = [
  { method: 'GET', path: '/memory/retrieve', options: { query: { q: 'What?', user_id } } },
  { method: 'GET', path: '/usage', options: {} },
  { method: 'GET', path: '/memory', options: { query: { user_id } } },
  { method: 'GET', path: `/memory/${memory.id}`, options: {} },
  { method: 'GET', path: `/memory/${memory.id}/history`, options: {} },
];
const WRITES: Operation[] = [
  store({ ...scope, content: 'Must not be stored.' }),
  { method: 'POST', path: '/memory/batch', options: { body: { memories: [{ ...scope, content: 'Nor this.' }] } } },
  { method: 'PATCH', path: `/memory/${memory.id}`, options: { body: { content: 'Nor changed.' } } },
  { method: 'DELETE', path: '/memory/forget', options: { query: { id: memory.id } } },
  { method: 'DELETE', path: '/memory/forget', options: { query: { user_id } } },
];
const ALL = [...READS, ...WRITES];
const titleOf = ({ method, path, options }: Operation) =>
  `${method} ${path.replace(memory.id, '{id}')}${options.query ? ` by ${Object.keys(options.query)}` : ''}`;
const run = ({ method, path, options }: Operation, extra: CallOptions) => call(method, path, { ...options, ...extra });

async function expectUntouched(): Promise<void> {
  const memories = itemsOf<{ content: string }>(await memoryOf(owner.key).list({ user_id }));
  assert.deepEqual(
    memories.map(({ content }) => content),
    ['Behind a lock.'],
  );
}

/** The key with one character changed into another of the same kind. */
function mistyped(key: string, position: number): string {
  const letter = key.at(position) === 'a' ? 'b' : 'a';
  const at = key.length + position;
  return key.slice(0, at) + letter + key.slice(at + 1);
}

describe('a request without a valid key', () => {
  for (const operation of ALL) {
    test(`${titleOf(operation)} without a key returns 401`, async () => {
      expectError(await run(operation, {}), 401, 'missing_key');
    });
    test(`${titleOf(operation)} with an unknown key returns 401`, async () => {
      expectError(await run(operation, { key: `rec_sk_${'Zz09'.repeat(10)}` }), 401, 'invalid_key');
    });
  }

  test('a key with one mistyped character returns 401', async () => {
    for (const position of [-1, -2, -8, -16]) {
      expectError(await call('GET', '/usage', { key: mistyped(owner.key, position) }), 401, 'invalid_key');
    }
    expectError(await call('GET', '/usage', { key: owner.key.slice(0, -1) }), 401, 'invalid_key');
    expectError(await call('GET', '/usage', { key: `${owner.key}a` }), 401, 'invalid_key');
  });

  test('the public id of a key gives no access', async () => {
    expectError(await call('GET', '/usage', { key: owner.id }), 401, 'invalid_key');
  });

  for (const header of [
    'Bearer',
    'Bearer not a key',
    `Bearer ${'k'.repeat(5_000)}`,
    `Basic ${Buffer.from(`user:${owner.key}`).toString('base64')}`,
    `Basic ${owner.key}`,
    `Token ${owner.key}`,
    owner.key,
  ]) {
    const shown = header.replaceAll(owner.key, '<key>').slice(0, 40);
    test(`the header "Authorization: ${shown}" returns 401`, async () => {
      const headers = { authorization: header };
      expectError(await call('GET', '/usage', { headers }), 401);
      expectError(await call('POST', '/memory/store', { headers, body: { ...scope, content: 'No.' } }), 401);
    });
  }

  test('a key in the URL or in the body gives no access', async () => {
    const query = { api_key: owner.key, key: owner.key, access_token: owner.key };
    expectError(await call('GET', '/usage', { query }), 401, 'missing_key');
    expectError(await run(store({ ...scope, content: 'No.', api_key: owner.key }), {}), 401, 'missing_key');
  });

  test('a 401 says how to authenticate', async () => {
    const response = await call('GET', '/usage');
    assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer/i);
  });

  test('none of these requests stored or removed anything', expectUntouched);
});

test('the scheme name is case-insensitive', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    expectStatus(await call('GET', '/usage', { headers: { authorization: `${scheme} ${owner.key}` } }), 200);
  }
});

describe('a key without the write scope', () => {
  for (const operation of WRITES) {
    test(`may not ${titleOf(operation)}`, async () => {
      expectError(await run(operation, { key: reader.key }), 403, 'missing_scope');
    });
  }
  test('may read', async () => {
    expectStatus(await call('GET', '/usage', { key: reader.key }), 200);
    expectStatus(await call('GET', '/memory/retrieve', { key: reader.key, query: { q: 'What?', user_id } }), 200);
    expectStatus(await call('GET', '/memory', { key: reader.key, query: { user_id } }), 200);
  });
});

describe('a key without the read scope', () => {
  for (const operation of READS) {
    test(`may not ${titleOf(operation)}`, async () => {
      expectError(await run(operation, { key: writer.key }), 403, 'missing_scope');
    });
  }
  test('may write', async () => {
    const mine = memoryOf(writer.key);
    const { id } = await mine.store({ ...newScope(), content: 'Written blindly.' });
    await mine.patch(id, { importance: 6 });
    assert.equal((await mine.forget({ id })).deleted, 1);
  });
});

describe('a revoked key', () => {
  for (const operation of ALL) {
    test(`gets 403 from ${titleOf(operation)}`, async () => {
      expectError(await run(operation, { key: revoked.key }), 403, 'key_revoked');
    });
  }
});

test('an expired key is refused by every operation', async () => {
  const expiresAt = (await serviceTime()) + 1_000;
  const { key } = await mintKey({ expires_at: expiresAt });
  await serviceReaches(expiresAt);
  for (const operation of ALL) expectError(await run(operation, { key }), [401, 403]);
});

describe('the order of the checks', () => {
  test('the key is checked before the body', async () => {
    expectError(await run(store({}), {}), 401);
    expectError(await call('POST', '/memory/store', { raw: '{"broken' }), 401);
    expectError(await call('GET', '/memory/retrieve', { query: { limit: 'abc' } }), 401);
    expectError(await call('GET', '/memory/mem_unknown'), 401);
  });

  test('revocation and scope are checked before the body', async () => {
    expectError(await run(store({}), { key: reader.key }), 403, 'missing_scope');
    expectError(await call('POST', '/memory/store', { key: reader.key, raw: '{"broken' }), 403, 'missing_scope');
    expectError(await call('DELETE', '/memory/forget', { key: reader.key }), 403, 'missing_scope');
    expectError(await run(store({}), { key: revoked.key }), 403, 'key_revoked');
  });

  test('the scope is checked before the id', async () => {
    const query = { id: 'mem_unknown' };
    expectError(await call('DELETE', '/memory/forget', { key: reader.key, query }), 403, 'missing_scope');
  });

  test('the body is checked before the id', async () => {
    const body = { importance: 11 };
    expectError(await call('PATCH', '/memory/mem_unknown', { key: owner.key, body }), 400, 'invalid_request');
  });
});
