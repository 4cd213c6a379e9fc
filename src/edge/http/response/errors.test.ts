import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databaseUnavailable, RecollectError } from '../../../kernel/errors.js';
import { startServer } from '../server.test.kit.js';
import { causeOf } from './errors.js';

const thing = { user_id: 'u', content: 'c' };

test('the log has the cause of a 503, and of no other error', () => {
  const cause = new Error('disk I/O error');
  assert.equal(causeOf(databaseUnavailable('The database is unavailable; try again.', cause)), 'disk I/O error');
  assert.equal(causeOf(new RecollectError('conflict', 'No.', { cause })), undefined);
  assert.equal(causeOf(new Error('a fault')), undefined);
});

describe('an error', async () => {
  const { call, logged, counted } = await startServer();

  test('has one shape, whatever went wrong', async () => {
    const responses = await Promise.all([
      call('GET', '/nowhere'),
      call('PUT', '/things', { body: '{' }),
      call('POST', '/things', { json: thing }),
      call('POST', '/things', { key: 'zz', json: thing }),
      call('POST', '/things', { key: 'revoked', json: thing }),
      call('POST', '/things', { key: 'ro', json: thing }),
      call('POST', '/things', { key: 'rw', body: '{' }),
      call('GET', '/things/none', { key: 'rw' }),
      call('GET', '/things/%ff', { key: 'rw' }),
      call('GET', '/things?q=%ff', { key: 'rw' }),
      call('POST', '/fault', { key: 'rw', json: {} }),
      call('POST', '/fault', { key: 'rw', json: { how: 'unavailable' } }),
    ]);
    const statuses = responses.map((response) => response.status);
    assert.deepEqual(statuses, [404, 405, 401, 401, 403, 403, 400, 404, 400, 400, 500, 503]);
    for (const { status, body, headers } of responses) {
      assert.equal(body.error.status, status);
      assert.match(body.error.code, /^[a-z_]+$/);
      assert.ok(body.error.message.length > 5);
      assert.equal(body.error.request_id, headers.get('x-request-id'));
      assert.equal(headers.get('content-type'), 'application/json');
      assert.equal(headers.get('access-control-allow-origin'), '*');
    }
  });

  test('in the input names the field and what is allowed', async () => {
    const { body } = await call('GET', '/things?limit=0', { key: 'ro' });
    assert.equal(body.error.message, '`limit` must be a whole number from 1 to 100');
    assert.deepEqual(body.error.details, [{ field: 'limit', message: 'must be a whole number from 1 to 100' }]);
  });

  test('that is our fault returns the request id and nothing internal; the log has the details', async () => {
    logged.length = 0;
    const { body, headers } = await call('POST', '/fault', { key: 'rw', json: {} });
    assert.equal(body.error.code, 'internal');
    assert.doesNotMatch(JSON.stringify(body), /select|syntax|\.ts|\.js|at /i);
    assert.ok(body.error.message.includes(headers.get('x-request-id')));
    const line = logged.find((one) => one.level === 'error');
    assert.equal(line?.fields.requestId, headers.get('x-request-id'));
    assert.match(JSON.stringify(line?.fields), /syntax error.*catalogue\.test\.kit/);
  });

  test('with status 503 has Retry-After', async () => {
    const { headers } = await call('POST', '/fault', { key: 'rw', json: { how: 'unavailable' } });
    assert.equal(headers.get('retry-after'), '2');
  });

  test('for an unknown path needs no key and reads no body', async () => {
    const { status } = await call('POST', '/nowhere', {
      body: '{not json',
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(status, 404);
  });

  test('for an unreadable body is counted for the key', async () => {
    counted.length = 0;
    await call('POST', '/things', { key: 'rw', body: '{' });
    assert.deepEqual(
      counted.map((one) => [one.keyId, one.status]),
      [['rw', 400]],
    );
  });
});

describe('a wrong method', async () => {
  const { call } = await startServer();

  test('on a known path returns 405 and the allowed ones', async () => {
    const cases: [string, string, string][] = [
      ['PUT', '/things', 'POST, GET, HEAD, OPTIONS'],
      ['DELETE', '/things/a', 'GET, HEAD, PATCH, OPTIONS'],
      ['GET', '/things/only-post', 'POST, OPTIONS'],
      ['HEAD', '/mint', 'POST, OPTIONS'],
      ['PROPFIND', '/things', 'POST, GET, HEAD, OPTIONS'],
      ['PUT', '/things/', 'POST, GET, HEAD, OPTIONS'],
    ];
    for (const [method, path, allow] of cases) {
      const { status, headers } = await call(method, path);
      assert.deepEqual([status, headers.get('allow')], [405, allow], `${method} ${path}`);
    }
  });
});

describe('the order of checks', async () => {
  const { call } = await startServer({ perMinute: 2 });

  test('is 401, then 403, then 429, then 400', async () => {
    const broken = { body: '{' };
    assert.equal((await call('POST', '/things', broken)).status, 401);
    assert.equal((await call('POST', '/things', { ...broken, key: 'zz' })).status, 401);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await call('POST', '/things', { ...broken, key: 'ro' })).status);
    assert.deepEqual(statuses, [403, 403, 403], 'also when the limit is used up');
    statuses.length = 0;
    for (let i = 0; i < 3; i++) statuses.push((await call('POST', '/things', { ...broken, key: 'rw' })).status);
    assert.deepEqual(statuses, [400, 400, 429]);
  });

  test('keeps the rate-limit headers on every response to a known key', async () => {
    const limited = await call('POST', '/things', { key: 'rw', json: thing });
    assert.equal(limited.status, 429);
    assert.ok(Number(limited.headers.get('retry-after')) >= 1);
    const refused = await call('POST', '/mint', { key: 'wo', json: {} });
    const invalid = await call('POST', '/things', { key: 'wo', body: '{' });
    for (const { headers } of [limited, refused, invalid]) {
      assert.equal(headers.get('x-ratelimit-limit'), '2');
      assert.match(headers.get('ratelimit') ?? '', /r=\d/);
    }
  });
});
