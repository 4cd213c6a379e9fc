import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startServer } from './server.test.kit.js';

const thing = { user_id: 'u', content: 'c' };

describe('an operation over HTTP', async () => {
  const { call, counted, logged } = await startServer();

  test('returns JSON with its status, a request id and headers that keep it private', async () => {
    const { status, body, headers } = await call('POST', '/things', { key: 'rw', json: thing });
    assert.equal(status, 201);
    assert.equal(body.key, 'rw');
    assert.match(body.id, /^mem_/);
    assert.equal(headers.get('content-type'), 'application/json');
    assert.match(headers.get('x-request-id') ?? '', /^req_\w{26}$/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(Number(headers.get('content-length')), Buffer.byteLength(JSON.stringify(body)));
  });

  test('may return another status than its usual one', async () => {
    assert.equal((await call('POST', '/things', { key: 'rw', json: { ...thing, content: 'again' } })).status, 200);
  });

  test('accepts a body of any content type, or of none', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'a/b; charset=latin1', '']) {
      const { status } = await call('POST', '/things', { key: 'rw', json: thing, headers: { 'content-type': type } });
      assert.equal(status, 201, type);
    }
    const blob = new Blob([JSON.stringify(thing)]).stream();
    const streamed = await call('POST', '/things', { key: 'rw', body: blob, duplex: 'half' } as never);
    assert.equal(streamed.status, 201);
  });

  test('ignores unknown fields, including `__proto__`', async () => {
    const body = '{"user_id":"u","content":"c","zzz":1,"__proto__":{"polluted":1},"metadata":{"__proto__":{"x":1}}}';
    const response = await call('POST', '/things', { key: 'rw', body });
    assert.equal(response.status, 201);
    assert.equal(response.body.zzz, undefined);
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    assert.deepEqual(Object.keys(response.body.metadata), ['__proto__']);
  });

  test('parses its query by its schema', async () => {
    const query = '?limit=5&deep=1&tags=a,b&tags=c&since=1700000000000&metadata.lang=de&q=5&nothing=1';
    const { body } = await call('GET', `/things${query}`, { key: 'ro' });
    const expected = {
      q: '5',
      limit: 5,
      deep: true,
      tags: ['a', 'b', 'c'],
      since: 1_700_000_000_000,
      metadata: { lang: 'de' },
    };
    assert.deepEqual(body.input, expected);
  });

  test('prefers path parameters, decoded, to fields of the body', async () => {
    const response = await call('PATCH', '/things/a%2Fb%20%C3%BC', { key: 'rw', json: { id: 'other', content: 'x' } });
    assert.deepEqual(response.body, { id: 'a/b ü', content: 'x' });
    const long = 'é'.repeat(256);
    assert.equal((await call('GET', `/things/${encodeURIComponent(long)}`, { key: 'ro' })).body.id, long);
    assert.equal((await call('GET', `/things/${'x'.repeat(257)}`, { key: 'ro' })).status, 400);
  });

  test('needs no body if all of it is optional', async () => {
    assert.deepEqual((await call('PATCH', '/things/a', { key: 'rw' })).body, { id: 'a' });
    const { status, body } = await call('POST', '/things', { key: 'rw' });
    assert.deepEqual([status, body.error.message], [400, 'The body is empty: send a JSON object.']);
  });

  test('serves HEAD like GET, without the body', async () => {
    const get = await call('GET', '/things/a', { key: 'ro' });
    const head = await call('HEAD', '/things/a', { key: 'ro' });
    assert.equal(head.status, 200);
    assert.equal(head.body, undefined);
    assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
  });

  test('keeps a request id that is safe to log, and replaces any other', async () => {
    const idFor = async (id: string) =>
      (await call('GET', '/things/a', { key: 'ro', headers: { 'x-request-id': id } })).headers.get('x-request-id');
    assert.equal(await idFor('trace-1/ä'.slice(0, 8)), 'trace-1/');
    assert.match((await idFor('has space')) ?? '', /^req_/);
    assert.match((await idFor('x'.repeat(129))) ?? '', /^req_/);
  });

  test('is replayed under the same `Idempotency-Key`, not done again', async () => {
    const send = () => call('POST', '/things', { key: 'rw', json: thing, headers: { 'idempotency-key': 'k1' } });
    const [first, second] = [await send(), await send()];
    assert.equal(first.body.id, second.body.id);
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
  });

  test('is counted and logged by its pattern, never with the contents of the path or the query', async () => {
    counted.length = 0;
    logged.length = 0;
    await call('GET', '/things/SECRETID?q=SECRETQUERY', { key: 'ro' });
    assert.deepEqual(
      counted.map((one) => [one.route, one.status]),
      [['GET /things/{id}', 200]],
    );
    const line = logged.find((one) => one.message === 'request');
    assert.deepEqual(Object.keys(line?.fields ?? {}), ['requestId', 'route', 'status', 'ms', 'keyId']);
    assert.doesNotMatch(JSON.stringify(logged), /SECRET|Bearer/);
  });
});
