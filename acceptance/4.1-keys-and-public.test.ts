import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { expectError, expectStatus, expectTimestamp } from './expect.js';
import { memoryOf } from './memory.js';
import {
  ADMIN_KEY,
  BASE_URL,
  call,
  EMBEDDER_OFF,
  ISSUER_KEY,
  itemsOf,
  type Json,
  type KeyRecord,
  mintKey,
  needsIssuer,
  newScope,
  type SignupRecord,
  serviceReaches,
  serviceTime,
  signUp,
  unique,
} from './support.js';

const admin = { key: ADMIN_KEY };
const usageOf = async (key: string) =>
  (await call<{ tier: string; limit: number | null }>('GET', '/usage', { key })).body;
const asIssuer = { key: ISSUER_KEY ?? '' };

function startOfNextMonth(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
}

async function listAllKeys(credential: string): Promise<Json[]> {
  const found: Json[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = cursor === null ? { limit: 100 } : { limit: 100, cursor };
    const page = await call('GET', '/auth/keys', { key: credential, query });
    expectStatus(page, 200);
    found.push(...itemsOf(page.body));
    cursor = page.body.next_cursor as string | null;
  } while (cursor !== null);
  return found;
}

describe('POST /signup', () => {
  let months: number[];
  let name: string;
  let signedUp: SignupRecord;
  before(async () => {
    const earlier = startOfNextMonth(new Date());
    name = unique('newcomer');
    signedUp = await signUp(name, 'newcomer@example.com');
    months = [earlier, startOfNextMonth(new Date())];
  });

  test('a sign-up without a credential returns a free key and its complete record', () => {
    assert.match(signedUp.id, /^rec_pk_./);
    assert.match(signedUp.key, /^rec_sk_./);
    assert.equal(signedUp.api_key, signedUp.key);
    assert.equal(signedUp.name, name);
    assert.equal(signedUp.owner, 'newcomer@example.com');
    assert.deepEqual([...signedUp.scopes].sort(), ['read', 'write']);
    assert.equal(signedUp.tier, 'free');
    assert.equal(signedUp.limit, 10_000);
    assert.match(signedUp.docs, /\/docs$/);
    assert.match(signedUp.mcp, /\/mcp$/);
    expectTimestamp(signedUp.created_at, 'created_at');
  });

  test('the allowance resets at the start of the next calendar month in UTC', () => {
    assert.ok(months.includes(new Date(signedUp.reset_date).getTime()), `reset_date is ${signedUp.reset_date}`);
  });

  test('the new key can store and retrieve at once', async () => {
    const mine = memoryOf(signedUp.key);
    const scope = newScope();
    const stored = await mine.store({ ...scope, content: 'The first memory of a newcomer.' });
    const found = await mine.retrieve({ q: 'What is the first memory?', user_id: scope.user_id });
    assert.deepEqual(
      found.results.map((memory) => memory.id),
      [stored.id],
    );
  });

  test('an email is optional', async () => {
    const response = await call('POST', '/signup', { body: { name: unique('no-email') } });
    expectStatus(response, 201);
  });

  test('each sign-up creates a new key', async () => {
    const [one, other] = await Promise.all([signUp(name), signUp(name)]);
    assert.notEqual(one.key, other.key);
    assert.notEqual(one.id, other.id);
  });

  test('a sign-up without a name is refused', async () => {
    expectError(await call('POST', '/signup', { body: {} }), 400, 'invalid_request', 'name');
  });

  test('a sign-up whose name or email is not a string is refused', async () => {
    expectError(await call('POST', '/signup', { body: { name: 7 } }), 400, 'invalid_request', 'name');
    const badEmail = { name: unique('signup'), email: 7 };
    expectError(await call('POST', '/signup', { body: badEmail }), 400, 'invalid_request', 'email');
  });
});

describe('POST /auth/keys', () => {
  const good = () => ({ name: unique('key'), owner: 'owner@example.com', scopes: ['read', 'write'] });

  test('the admin mints a key and gets its record with the secret', async () => {
    const body = good();
    const response = await call<KeyRecord>('POST', '/auth/keys', { ...admin, body });
    expectStatus(response, 201);
    assert.match(response.body.id, /^rec_pk_./);
    assert.match(response.body.key, /^rec_sk_./);
    assert.equal(response.body.name, body.name);
    assert.equal(response.body.owner, body.owner);
    assert.deepEqual([...response.body.scopes].sort(), ['read', 'write']);
    expectTimestamp(response.body.created_at, 'created_at');
  });

  test('a minted key is pro unless free is requested', async () => {
    const [asDefault, free] = [await mintKey(), await mintKey({ tier: 'free' })];
    const [defaultUsage, freeUsage] = [await usageOf(asDefault.key), await usageOf(free.key)];
    assert.deepEqual([defaultUsage.tier, defaultUsage.limit], ['pro', null]);
    assert.deepEqual([freeUsage.tier, freeUsage.limit], ['free', 10_000]);
  });

  test('a key has only the scopes it was minted with', async () => {
    const reader = await mintKey({ scopes: ['read'] });
    assert.deepEqual(reader.scopes, ['read']);
    expectStatus(await call('GET', '/usage', { key: reader.key }), 200);
    const refused = await memoryOf(reader.key).tryStore({ ...newScope(), content: 'Not allowed.' });
    expectError(refused, 403, 'missing_scope');
  });

  for (const [form, asInput] of [
    ['milliseconds', (time: number) => time],
    ['an ISO 8601 string', (time: number) => new Date(time).toISOString()],
  ] as const) {
    test(`a key works until its expires_at, given as ${form}, and not after`, async () => {
      const expiresAt = (await serviceTime()) + 1_500;
      const { key } = await mintKey({ expires_at: asInput(expiresAt) });
      expectStatus(await call('GET', '/usage', { key }), 200);
      await serviceReaches(expiresAt);
      expectError(await call('GET', '/usage', { key }), [401, 403]);
    });
  }

  for (const [field, wrong] of [
    ['name', undefined],
    ['name', 7],
    ['owner', 7],
    ['scopes', 'read'],
    ['scopes', ['admin']],
    ['scopes', [1]],
    ['tier', 'gold'],
    ['tier', 1],
    ['expires_at', 'someday'],
    ['expires_at', true],
  ] as const) {
    test(`minting with ${field} = ${JSON.stringify(wrong)} is refused and names ${field}`, async () => {
      const response = await call('POST', '/auth/keys', { ...admin, body: { ...good(), [field]: wrong } });
      expectError(response, 400, 'invalid_request', field);
    });
  }

  test('minting without a credential is refused with 401', async () => {
    expectError(await call('POST', '/auth/keys', { body: good() }), 401, 'missing_key');
  });

  test('minting with an unknown credential is refused with 401', async () => {
    for (const key of ['nonsense', `${ADMIN_KEY}x`, `rec_sk_${'0'.repeat(40)}`]) {
      expectError(await call('POST', '/auth/keys', { key, body: good() }), 401, 'invalid_key');
    }
  });

  test('minting with an ordinary key is refused with 403 before the body is validated', async () => {
    const { key } = await mintKey();
    expectError(await call('POST', '/auth/keys', { key, body: good() }), 403);
    expectError(await call('POST', '/auth/keys', { key, body: {} }), 403);
  });
});

describe('an issuer credential', needsIssuer, () => {
  test('mints keys that work', async () => {
    const minted = await mintKey({ credential: asIssuer.key });
    expectStatus(await call('GET', '/usage', { key: minted.key }), 200);
  });

  test('lists the keys it minted and no others', async () => {
    const [own, foreign] = [await mintKey({ credential: asIssuer.key }), await mintKey()];
    const listed = (await listAllKeys(asIssuer.key)).map((key) => key.id);
    assert.ok(listed.includes(own.id));
    assert.ok(!listed.includes(foreign.id));
  });

  test('cannot change, revoke or rotate a key', async () => {
    const own = await mintKey({ credential: asIssuer.key });
    expectError(await call('PATCH', `/auth/keys/${own.id}`, { ...asIssuer, body: { name: 'taken' } }), 403);
    expectError(await call('DELETE', `/auth/keys/${own.id}`, asIssuer), 403);
    expectError(await call('POST', `/auth/keys/${own.id}/rotate`, { ...asIssuer, body: {} }), 403);
    expectStatus(await call('GET', '/usage', { key: own.key }), 200);
  });
});

describe('GET /auth/keys', () => {
  test('the admin sees every minted key in the list, without secrets', async () => {
    const minted = [await mintKey(), await mintKey({ tier: 'free', scopes: ['read'] })];
    const listed = await listAllKeys(ADMIN_KEY);
    for (const key of minted) {
      const entry = listed.find((candidate) => candidate.id === key.id);
      assert.ok(entry, `${key.name} is listed`);
      assert.equal(entry.name, key.name);
      assert.equal(entry.owner, key.owner);
      assert.deepEqual(entry.scopes, key.scopes);
      assert.equal(entry.created_at, key.created_at);
    }
    assert.doesNotMatch(JSON.stringify(listed), /rec_sk_[A-Za-z0-9]{16,}/);
    for (const entry of listed) assert.ok(!('key' in entry) && !('api_key' in entry), 'no secret in the list');
  });

  test('the pages of the list do not overlap', async () => {
    await Promise.all([mintKey(), mintKey(), mintKey()]);
    const first = await call('GET', '/auth/keys', { ...admin, query: { limit: 2 } });
    expectStatus(first, 200);
    const firstIds = itemsOf(first.body).map((key) => key.id);
    assert.equal(firstIds.length, 2);
    const cursor = String(first.body.next_cursor);
    const second = await call('GET', '/auth/keys', { ...admin, query: { limit: 2, cursor } });
    expectStatus(second, 200);
    for (const key of itemsOf(second.body)) assert.ok(!firstIds.includes(key.id), `${key.id} came twice`);
  });

  test('the list refuses a limit out of range and a malformed cursor', async () => {
    expectError(await call('GET', '/auth/keys', { ...admin, query: { limit: 0 } }), 400, 'invalid_request', 'limit');
    expectError(
      await call('GET', '/auth/keys', { ...admin, query: { limit: 'abc' } }),
      400,
      'invalid_request',
      'limit',
    );
    expectError(
      await call('GET', '/auth/keys', { ...admin, query: { cursor: '!?' } }),
      400,
      'invalid_request',
      'cursor',
    );
  });

  test('the list is closed to the public and to ordinary keys', async () => {
    const { key } = await mintKey();
    expectError(await call('GET', '/auth/keys'), 401, 'missing_key');
    expectError(await call('GET', '/auth/keys', { key }), 403);
  });
});

describe('PATCH /auth/keys/{id}', () => {
  test('the admin renames a key', async () => {
    const minted = await mintKey();
    const name = unique('renamed');
    const response = await call('PATCH', `/auth/keys/${minted.id}`, { ...admin, body: { name } });
    expectStatus(response, 200);
    assert.equal(response.body.id, minted.id);
    assert.equal(response.body.name, name);
    assert.doesNotMatch(response.text, new RegExp(minted.key));
    const usage = await call('GET', '/usage', { key: minted.key });
    assert.equal(usage.body.name, name);
  });

  test('changed scopes apply from the next request', async () => {
    const minted = await mintKey();
    expectStatus(await call('PATCH', `/auth/keys/${minted.id}`, { ...admin, body: { scopes: ['read'] } }), 200);
    const refused = await memoryOf(minted.key).tryStore({ ...newScope(), content: 'Not any more.' });
    expectError(refused, 403, 'missing_scope');
    expectStatus(await call('GET', '/usage', { key: minted.key }), 200);
  });

  test('a changed tier changes the allowance', async () => {
    const minted = await mintKey({ tier: 'free' });
    expectStatus(await call('PATCH', `/auth/keys/${minted.id}`, { ...admin, body: { tier: 'pro' } }), 200);
    const usage = await usageOf(minted.key);
    assert.deepEqual([usage.tier, usage.limit], ['pro', null]);
  });

  test('invalid values are refused by field name and change nothing', async () => {
    const minted = await mintKey();
    for (const [field, wrong] of Object.entries({ name: 7, scopes: ['root'], tier: 'gold' })) {
      const response = await call('PATCH', `/auth/keys/${minted.id}`, { ...admin, body: { [field]: wrong } });
      expectError(response, 400, 'invalid_request', field);
    }
    expectStatus(await call('GET', '/usage', { key: minted.key }), 200);
  });

  test('an unknown key returns 404, and an ordinary key cannot change even itself', async () => {
    const minted = await mintKey();
    const body = { name: 'taken' };
    expectError(await call('PATCH', '/auth/keys/rec_pk_unknown', { ...admin, body }), 404, 'not_found');
    expectError(await call('PATCH', `/auth/keys/${minted.id}`, { key: minted.key, body }), 403);
    expectError(await call('PATCH', `/auth/keys/${minted.id}`, { body }), 401, 'missing_key');
  });
});

describe('DELETE /auth/keys/{id}', () => {
  test('a revoked key gets 403 at once', async () => {
    const minted = await mintKey();
    expectStatus(await call('GET', '/usage', { key: minted.key }), 200);
    expectStatus(await call('DELETE', `/auth/keys/${minted.id}`, admin), 200);
    expectError(await call('GET', '/usage', { key: minted.key }), 403, 'key_revoked');
  });

  test('a key can revoke itself', async () => {
    const minted = await mintKey();
    expectStatus(await call('DELETE', `/auth/keys/${minted.id}`, { key: minted.key }), 200);
    expectError(await call('GET', '/usage', { key: minted.key }), 403, 'key_revoked');
  });

  test('a key cannot revoke another one', async () => {
    const [minted, other] = [await mintKey(), await mintKey()];
    expectError(await call('DELETE', `/auth/keys/${other.id}`, { key: minted.key }), [403, 404]);
    expectError(await call('DELETE', `/auth/keys/${other.id}`), 401, 'missing_key');
    expectStatus(await call('GET', '/usage', { key: other.key }), 200);
  });

  test('revoking an unknown key returns 404', async () => {
    expectError(await call('DELETE', '/auth/keys/rec_pk_unknown', admin), 404, 'not_found');
  });
});

describe('POST /auth/keys/{id}/rotate', () => {
  const rotate = async (id: string, body: Json = {}) => {
    const response = await call<KeyRecord>('POST', `/auth/keys/${id}/rotate`, { ...admin, body });
    expectStatus(response, 200, 201);
    assert.equal(response.body.id, id);
    assert.match(response.body.key, /^rec_sk_./);
    return response.body;
  };

  test('the new secret gives access to the same memories and the old one stops working at once', async () => {
    const minted = await mintKey();
    const memory = await memoryOf(minted.key).store({ ...newScope(), content: 'Kept over a rotation.' });
    const rotated = await rotate(minted.id);
    assert.notEqual(rotated.key, minted.key);
    assert.equal((await memoryOf(rotated.key).get(memory.id)).content, 'Kept over a rotation.');
    expectError(await call('GET', '/usage', { key: minted.key }), [401, 403]);
  });

  test('with grace_seconds both secrets work until the grace period ends', async () => {
    const minted = await mintKey();
    const rotated = await rotate(minted.id, { grace_seconds: 2 });
    const over = (await serviceTime()) + 2_000;
    expectStatus(await call('GET', '/usage', { key: minted.key }), 200);
    expectStatus(await call('GET', '/usage', { key: rotated.key }), 200);
    await serviceReaches(over);
    expectError(await call('GET', '/usage', { key: minted.key }), [401, 403]);
    expectStatus(await call('GET', '/usage', { key: rotated.key }), 200);
  });

  test('an invalid grace_seconds is refused and the secret still works', async () => {
    const minted = await mintKey();
    for (const grace_seconds of [-1, 'long']) {
      const response = await call('POST', `/auth/keys/${minted.id}/rotate`, { ...admin, body: { grace_seconds } });
      expectError(response, 400, 'invalid_request', 'grace_seconds');
    }
    expectStatus(await call('GET', '/usage', { key: minted.key }), 200);
  });

  test('an unknown key returns 404, and rotation needs a credential', async () => {
    expectError(await call('POST', '/auth/keys/rec_pk_unknown/rotate', { ...admin, body: {} }), 404, 'not_found');
    expectError(await call('POST', '/auth/keys/rec_pk_unknown/rotate', { body: {} }), 401, 'missing_key');
  });
});

describe('GET /health', () => {
  test('returns the status, the version, the uptime and the checks without a credential', async () => {
    const response = await call<{ status: string; version: string; uptime_seconds: number; checks: Json }>(
      'GET',
      '/health',
    );
    expectStatus(response, 200);
    if (!EMBEDDER_OFF) assert.equal(response.body.status, 'ok');
    assert.ok(response.body.version.length > 0);
    assert.ok(response.body.uptime_seconds >= 0);
    assert.ok('store' in response.body.checks && 'embedder' in response.body.checks);
    assert.ok(response.headers.get('x-request-id'));
  });
});

const OPERATIONS: Record<string, string[]> = {
  '/signup': ['post'],
  '/auth/keys': ['get', 'post'],
  '/auth/keys/{id}': ['patch', 'delete'],
  '/auth/keys/{id}/rotate': ['post'],
  '/health': ['get'],
  '/memory/store': ['post'],
  '/memory/retrieve': ['get'],
  '/memory/forget': ['delete'],
  '/memory/batch': ['post'],
  '/memory/{id}': ['get', 'patch'],
  '/memory/{id}/history': ['get'],
  '/memory': ['get'],
  '/usage': ['get'],
};

interface OpenApiOperation {
  parameters?: { name?: string; in?: string; $ref?: string }[];
  responses: Record<string, unknown>;
}
interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { securitySchemes: Record<string, { type: string; scheme?: string }> };
}

describe('GET /openapi.json', () => {
  let document: OpenApi;
  before(async () => {
    const response = await call<OpenApi>('GET', '/openapi.json');
    expectStatus(response, 200);
    document = response.body;
  });

  test('the document is OpenAPI 3.1 and describes interface version 1.0.0', () => {
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.equal(document.info.version, '1.0.0');
    assert.ok(document.info.title.length > 0);
  });

  for (const [path, methods] of Object.entries(OPERATIONS)) {
    test(`the document lists ${methods.join(' and ').toUpperCase()} ${path} with a success response`, () => {
      for (const method of methods) {
        const operation = document.paths[path]?.[method];
        assert.ok(operation, `${method} ${path}`);
        assert.ok(Object.keys(operation.responses).some((status) => /^2\d\d$/.test(status)));
      }
    });
  }

  test('the document declares bearer authentication', () => {
    const schemes = Object.values(document.components.securitySchemes);
    assert.ok(schemes.some((scheme) => scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'bearer'));
  });

  test('every reference in the document resolves', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    for (const reference of new Set(references)) {
      assert.ok(reference.startsWith('#/'), `${reference} stays inside the document`);
      let place: unknown = document;
      for (const step of reference.slice(2).split('/')) {
        const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
        place = (place as Json | undefined)?.[name];
      }
      assert.notEqual(place, undefined, `${reference} is defined`);
    }
  });
});

describe('GET /docs', () => {
  let page: string;
  before(async () => {
    const response = await call('GET', '/docs');
    expectStatus(response, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    page = response.text;
  });

  test('the page lists every operation even without scripts', () => {
    const readable = page
      .replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&#123;', '{')
      .replaceAll('&#125;', '}');
    for (const path of Object.keys(OPERATIONS)) assert.ok(readable.includes(path), `${path} is on the page`);
  });

  test('the page loads nothing from other hosts', () => {
    const own = new URL(BASE_URL).host;
    const loading = page.replaceAll(/<a\b[^>]*>/gi, '');
    const addresses =
      /(?:\b(?:src|href|srcset|action|data|poster)\s*=\s*["']?|url\(\s*["']?|@import\s+["'])((?:https?:)?\/\/[^"'\s)>]+)/gi;
    for (const [, address = ''] of loading.matchAll(addresses)) {
      assert.equal(new URL(address, BASE_URL).host, own, `${address} is on another host`);
    }
  });
});

describe('GET /metrics', () => {
  test('the metrics are in Prometheus text format and contain no secrets', async () => {
    const response = await call('GET', '/metrics', admin);
    expectStatus(response, 200);
    assert.match(response.headers.get('content-type') ?? '', /^(text\/plain|application\/openmetrics-text)/);
    const lines = response.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    assert.ok(lines.length > 0);
    const sample = /^[a-zA-Z_:][a-zA-Z0-9_:]*(\{.*\})? (-?[0-9.]+([eE][-+]?\d+)?|NaN|[-+]?Inf)( -?[0-9.]+)?$/;
    for (const line of lines) assert.match(line, sample);
    assert.doesNotMatch(response.text, /rec_sk_/);
  });
});
