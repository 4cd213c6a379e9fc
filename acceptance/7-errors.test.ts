import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError, expectStatus } from './expect.js';
import { memoryOf, type StoreResponse } from './memory.js';
import { type CallResponse, call, itemsOf, type Json, mintKey, newScope, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const storeRaw = (
  raw: string | Uint8Array<ArrayBuffer>,
  headers?: Record<string, string>,
): Promise<CallResponse<StoreResponse>> => call('POST', '/memory/store', { key, raw, headers });
const bodyWith = (field: string, json: string) => {
  const rest = JSON.stringify({ ...newScope(), content: 'A body written by hand.' });
  return `{"${field}":${json},${rest.slice(1)}`;
};
const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

describe('a path or a method that does not exist', () => {
  for (const path of ['/nowhere', '/memory/store/deeper', '/v1/memory/store', '/auth', '/%00']) {
    test(`GET ${path} returns 404`, async () => {
      expectError(await call('GET', path, { key }), path === '/%00' ? [400, 404] : 404);
    });
  }

  for (const [method, path, allowed] of [
    ['PUT', '/memory/store', 'POST'],
    ['DELETE', '/memory/store', 'POST'],
    ['PUT', '/memory/retrieve', 'GET'],
    ['POST', '/memory/forget', 'DELETE'],
    ['PUT', '/memory/batch', 'POST'],
    ['POST', '/usage', 'GET'],
    ['DELETE', '/usage', 'GET'],
    ['PUT', '/auth/keys', 'POST'],
    ['PUT', '/signup', 'POST'],
    ['POST', '/health', 'GET'],
  ] as const) {
    test(`${method} ${path} returns 405 and Allow names ${allowed}`, async () => {
      const response = await call(method, path, { key, body: method === 'DELETE' ? undefined : {} });
      expectError(response, 405);
      const methods = (response.headers.get('allow') ?? '').split(',').map((name) => name.trim());
      assert.ok(methods.includes(allowed), `Allow: ${methods}`);
      assert.ok(!methods.includes(method));
    });
  }
});

describe('a body that is not a JSON object', () => {
  for (const raw of [
    '',
    ' ',
    'content=x',
    '{',
    '{"content":',
    "{'content':'x'}",
    '{"a":1}{"b":2}',
    '{"a":1,}',
    'NaN',
  ]) {
    test(`${JSON.stringify(raw)} returns 400`, async () => {
      expectError(await storeRaw(raw, { 'content-type': 'application/json' }), 400, 'invalid_request');
    });
  }
  for (const raw of ['[]', '[{}]', '"text"', '7', 'true', 'null']) {
    test(`${raw} returns 400`, async () => {
      expectError(await storeRaw(raw, { 'content-type': 'application/json' }), 400, 'invalid_request');
    });
  }

  test('a POST without a body returns 400', async () => {
    expectError(await call('POST', '/memory/store', { key }), 400, 'invalid_request');
    expectError(await call('POST', '/memory/batch', { key }), 400, 'invalid_request');
  });

  test('bytes that are not UTF-8 return 400', async () => {
    const response = await storeRaw(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]));
    expectError(response, 400, 'invalid_request');
  });
});

describe('a JSON body of any content type', () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-8',
    'image/png',
    'x',
  ]) {
    test(`is read as ${type}`, async () => {
      const raw = JSON.stringify({ ...newScope(), content: `Called ${type}.` });
      expectStatus(await storeRaw(raw, { 'content-type': type }), 201);
    });
  }
  test('is read without a content type', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...newScope(), content: 'Without a content type.' }));
    expectStatus(await storeRaw(bytes), 201);
  });
  test('may be absent if none is needed, even if the header says JSON', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Forgotten with a needless header.' });
    const headers = { 'content-type': 'application/json' };
    expectStatus(await call('GET', '/usage', { key, headers }), 200);
    expectStatus(await call('DELETE', '/memory/forget', { key, headers, query: { id } }), 200);
  });
});

describe('a hostile body', () => {
  for (const levels of [40, 1_000, 100_000]) {
    test(`nested ${levels} levels deep returns 400, in known and unknown fields`, async () => {
      expectError(await storeRaw(bodyWith('metadata', nested(levels))), 400, 'invalid_request');
      expectError(await storeRaw(bodyWith('unknown', nested(levels))), 400, 'invalid_request');
      expectError(await storeRaw(bodyWith('unknown', '['.repeat(levels) + ']'.repeat(levels))), 400, 'invalid_request');
    });
  }

  test('brackets inside a text do not count as nesting', async () => {
    expectStatus(await storeRaw(bodyWith('metadata', `{"text":"${'[{'.repeat(100)}"}`)), 201);
  });

  test('__proto__ and constructor pollute nothing', async () => {
    for (const raw of [
      bodyWith('__proto__', '{"importance":9,"polluted":true}'),
      bodyWith('constructor', '{"prototype":{"importance":9,"polluted":true}}'),
      bodyWith('metadata', '{"__proto__":{"polluted":true}}'),
      bodyWith('metadata', '{"constructor":{"prototype":{"polluted":true}}}'),
    ]) {
      const response = await storeRaw(raw);
      expectStatus(response, 201, 400);
      if (response.status === 201) assert.equal(response.body.importance_estimated, true);
    }
    const after = await mine.store({ ...newScope(), content: 'Stored after the attempts.' });
    assert.equal(after.importance_estimated, true);
    assert.deepEqual(after.metadata, {});
    assert.ok(!JSON.stringify(after).includes('polluted'));
  });

  test('a number too large for a double returns 400', async () => {
    expectError(await storeRaw(bodyWith('importance', '1e999')), 400, 'invalid_request', 'importance');
    expectError(await storeRaw(bodyWith('ttl_seconds', '-1e999')), 400, 'invalid_request', 'ttl_seconds');
  });

  const broken = { NUL: 'a\u0000b', 'a lone high surrogate': 'a\ud83d', 'a lone low surrogate': '\ude00b' };
  for (const [what, text] of Object.entries(broken)) {
    for (const [field, value] of Object.entries({
      content: text,
      user_id: text,
      agent_id: text,
      namespace: text,
      tags: ['fine', text],
      metadata: { deep: [{ value: text }] },
    })) {
      test(`${what} in ${field} returns 400 and names ${field}`, async () => {
        const response = await mine.tryStore({ ...newScope(), content: 'Broken text.', [field]: value });
        expectError(response, 400, 'invalid_request', field);
      });
    }
    test(`${what} in a metadata key returns 400`, async () => {
      const metadata = { [text]: 1 };
      expectError(
        await mine.tryStore({ ...newScope(), content: 'Broken key.', metadata }),
        400,
        'invalid_request',
        'metadata',
      );
    });
  }

  test('NUL in a query returns 400', async () => {
    expectError(await mine.tryRetrieve({ q: 'a\u0000b', user_id: unique('user') }), 400, 'invalid_request', 'q');
    expectError(await mine.tryRetrieve({ q: 'What?', user_id: 'a\u0000b' }), 400, 'invalid_request', 'user_id');
    expectError(await mine.tryForget({ user_id: 'a\u0000b' }), 400, 'invalid_request', 'user_id');
  });
});

describe('a known field of the wrong type', () => {
  const wrongTypes: Record<string, unknown[]> = {
    user_id: [7, true, null, ['u'], { id: 'u' }],
    agent_id: [7, true, ['a'], { id: 'a' }],
    content: [7, true, null, ['text'], { text: 'x' }],
    metadata: ['text', 7, true, ['list']],
    importance: ['high', true, [5], { value: 5 }],
    ttl_seconds: ['long', true, [60], {}],
    tags: ['one', 7, true, { a: 1 }, [7], [null], [['nested']]],
    namespace: [7, true, ['n'], {}],
    outcome: [7, true, ['success'], {}],
    detect_conflicts: ['yes', 1, [], {}],
    kind: [7, true, ['semantic'], {}],
    valid_from: [true, [], {}],
    valid_until: [true, [], {}],
    dedupe: ['yes', 0, [], {}],
  };
  for (const [field, values] of Object.entries(wrongTypes)) {
    for (const value of values) {
      test(`${field} = ${JSON.stringify(value)} returns 400 and names ${field}`, async () => {
        const response = await mine.tryStore({ ...newScope(), content: 'Mistyped.', [field]: value });
        expectError(response, 400, 'invalid_request', field);
      });
    }
  }

  test('two invalid fields are refused, and at least one of them is named', async () => {
    const response = await mine.tryStore({ ...newScope(), content: 'Mistyped.', importance: 'x', tags: 'x' });
    expectError(response, 400, 'invalid_request');
    assert.match(response.text, /importance|tags/);
  });
});

describe('an unusual URL', () => {
  const user = unique('user');

  test('parameters the service does not know are ignored', async () => {
    expectStatus(await mine.tryRetrieve({ q: 'What?', user_id: user, colour: 'blue', utm_source: 'x' }), 200);
  });

  for (const search of [
    'q=%ZZ',
    'q=%',
    'q=%E0%A4%A',
    'q=a&limit=%GG',
    'q=%ED%A0%80',
    '%=%',
    '&&&',
    'q=a&q=b',
    'limit=1&limit=2',
  ]) {
    test(`the query ?${search} never causes a 5xx`, async () => {
      const response = await call('GET', `/memory/retrieve?user_id=${user}&${search}`, { key });
      assert.ok(response.status < 500, `${response.status}`);
      if (response.status !== 200) expectError(response, 400, 'invalid_request');
    });
  }

  for (const path of [
    '/memory/%ZZ',
    '/memory/%E0%A4%A',
    `/memory/${'m'.repeat(2_000)}`,
    '/memory/..%2F..%2Fetc%2Fpasswd',
  ]) {
    test(`the path ${path.slice(0, 40)} never causes a 5xx`, async () => {
      expectError(await call('GET', path, { key }), [400, 404, 414]);
    });
  }

  test('a URL of sixty thousand characters is refused or served, and the service keeps running', async () => {
    const search = { q: 'long '.repeat(12_000), user_id: user };
    const response = await mine.tryRetrieve(search).catch(() => null); // closing the connection is a valid response too
    if (response !== null) assert.ok(response.status < 500, `${response.status}`);
    expectStatus(await call('GET', '/health'), 200);
  });

  for (const cursor of ['garbage', '!!!', '%', 'eyJ9', 'e30=', 'W10=', 'bnVsbA==', '../..', 'x'.repeat(1_000)]) {
    test(`the cursor ${cursor.slice(0, 20)} returns 400`, async () => {
      expectError(await mine.tryList({ user_id: user, cursor }), 400, 'invalid_request', 'cursor');
    });
  }
});

describe('X-Request-Id', () => {
  test('is on every response, and unique', async () => {
    const responses = await Promise.all([
      call('GET', '/health'),
      call('GET', '/usage', { key }),
      call('GET', '/usage'),
      call('GET', '/nowhere', { key }),
      call('GET', '/openapi.json'),
      call('GET', '/docs'),
      mine.tryStore({ ...newScope(), content: 'With a request id.' }),
    ]);
    const ids = responses.map((response) => response.headers.get('x-request-id'));
    for (const id of ids) assert.ok(id);
    assert.equal(new Set(ids).size, ids.length);
  });

  test('is set whatever the client sends', async () => {
    for (const sent of ['mine-42', 'x'.repeat(4_000), '<script>', '%0d%0a']) {
      const response = await call('GET', '/nowhere', { key, headers: { 'x-request-id': sent } });
      expectError(response, 404, 'not_found');
    }
  });
});

describe('Idempotency-Key', () => {
  const replayed = (response: CallResponse<unknown>) => response.headers.get('idempotent-replayed') === 'true';
  const once = (content: string): Json => ({ ...newScope(), content, dedupe: false });

  test('the second call returns the first response and creates nothing', async () => {
    const body = once('Sent twice.');
    const headers = { 'idempotency-key': unique('idem') };
    const [first, second] = [await mine.tryStore(body, headers), await mine.tryStore(body, headers)];
    expectStatus(first, 201);
    assert.equal(second.status, 201);
    assert.deepEqual(second.body, first.body);
    assert.deepEqual([replayed(first), replayed(second)], [false, true]);
    assert.equal(itemsOf(await mine.list({ user_id: String(body.user_id) })).length, 1);
  });

  test('ten concurrent calls create one memory and return one response', async () => {
    const body = once('Sent ten times at once.');
    const headers = { 'idempotency-key': unique('idem') };
    const responses = await Promise.all(Array.from({ length: 10 }, () => mine.tryStore(body, headers)));
    for (const response of responses) expectStatus(response, 201);
    assert.equal(new Set(responses.map((response) => response.body.id)).size, 1);
    assert.equal(responses.filter(replayed).length, 9);
    assert.equal(itemsOf(await mine.list({ user_id: String(body.user_id) })).length, 1);
  });

  test('the same key with a different body returns 409', async () => {
    const headers = { 'idempotency-key': unique('idem') };
    const body = once('The first body.');
    const first = await mine.tryStore(body, headers);
    expectError(await mine.tryStore({ ...body, content: 'The second body.' }, headers), 409, 'conflict');
    assert.equal((await mine.tryStore(body, headers)).body.id, first.body.id);
    assert.equal(itemsOf(await mine.list({ user_id: String(body.user_id) })).length, 1);
  });

  test('the same body with a different key is a separate call', async () => {
    const body = once('Meant twice.');
    const first = await mine.tryStore(body, { 'idempotency-key': unique('idem') });
    const second = await mine.tryStore(body, { 'idempotency-key': unique('idem') });
    assert.notEqual(first.body.id, second.body.id);
    assert.equal(replayed(second), false);
  });

  test('the keys of one caller mean nothing to another', async () => {
    const other = memoryOf((await mintKey()).key);
    const headers = { 'idempotency-key': unique('idem') };
    const body = once('Of two callers.');
    const [first, second] = [await mine.tryStore(body, headers), await other.tryStore(body, headers)];
    expectStatus(second, 201);
    assert.notEqual(first.body.id, second.body.id);
    assert.equal(replayed(second), false);
    expectStatus(await other.tryStore(once('Another body.'), { 'idempotency-key': unique('idem') }), 201);
  });

  test('a batch is replayed whole', async () => {
    const scope = newScope();
    const headers = { 'idempotency-key': unique('idem') };
    const body = { memories: ['a', 'b'].map((content) => ({ ...scope, content, dedupe: false })) };
    const first = await call('POST', '/memory/batch', { key, body, headers });
    const second = await call('POST', '/memory/batch', { key, body, headers });
    expectStatus(first, 201);
    assert.deepEqual([second.status, second.body, replayed(second)], [201, first.body, true]);
    assert.equal(itemsOf(await mine.list({ user_id: scope.user_id })).length, 2);
  });

  test('255 characters are allowed and 256 return 400', async () => {
    const fill = (length: number) => unique('idem').padEnd(length, 'x');
    expectStatus(await mine.tryStore(once('A long key.'), { 'idempotency-key': fill(255) }), 201);
    const refused = await mine.tryStore(once('Too long a key.'), { 'idempotency-key': fill(256) });
    expectError(refused, 400, 'invalid_request');
    assert.match(refused.text, /idempotency-key/i);
  });
});
