import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startServer } from './server.test.harness.js';

describe('a web page of another origin', async () => {
  const open = await startServer();
  const closed = await startServer({ corsOrigin: ['https://a.example'] });
  const none = await startServer({ corsOrigin: [] });
  const allowed = async ({ call }: typeof open, origin: string) =>
    (await call('GET', '/things/a', { key: 'ro', headers: { origin } })).headers.get('access-control-allow-origin');

  test('asks first and is told methods and headers', async () => {
    const { status, headers, body } = await open.call('OPTIONS', '/things', {
      headers: { origin: 'https://x.example' },
    });
    assert.deepEqual([status, body], [204, undefined]);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.match(headers.get('access-control-allow-methods') ?? '', /POST/);
    assert.match(headers.get('access-control-allow-headers') ?? '', /Authorization, Content-Type, Idempotency-Key/);
    assert.match(headers.get('access-control-expose-headers') ?? '', /X-Request-Id.*Retry-After/);
  });

  test('reads answers only where the operator lets it', async () => {
    assert.equal(await allowed(open, 'https://x.example'), '*');
    assert.equal(await allowed(closed, 'https://a.example'), 'https://a.example');
    assert.equal(await allowed(closed, 'https://x.example'), null);
    assert.equal(await allowed(none, 'https://a.example'), null);
  });
});

describe('the address of a client', async () => {
  const addressWith = async (trustProxy: false | number | string, forwarded: string) => {
    const { call, gate } = await startServer({ trustProxy });
    gate.open();
    return (await call('GET', '/slow', { headers: { 'x-forwarded-for': forwarded } })).body.caller.address;
  };

  test('is that of the connection unless a proxy is trusted', async () => {
    assert.equal(await addressWith(false, '1.1.1.1'), '127.0.0.1');
    assert.equal(await addressWith(1, '6.6.6.6, 1.1.1.1'), '1.1.1.1');
    assert.equal(await addressWith(2, '6.6.6.6, 1.1.1.1, 2.2.2.2'), '1.1.1.1');
    assert.equal(await addressWith('127.0.0.1', '6.6.6.6, 1.1.1.1'), '1.1.1.1');
    assert.equal(await addressWith('10.0.0.0/8', '1.1.1.1'), '127.0.0.1');
  });
});
