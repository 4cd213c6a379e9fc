import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RawClient } from '../raw-client.test.kit.js';
import { startServer } from '../server.test.kit.js';

describe('a web page of another origin', async () => {
  const open = await startServer();
  const rules = { isExplicit: true, isLoopback: false, allowedHosts: [], baseUrl: () => 'https://memory.example' };
  const closed = await startServer({ browsers: { ...rules, corsOrigin: ['https://a.example'] } });
  const none = await startServer({ browsers: { ...rules, corsOrigin: [] } });
  const allowed = async ({ call }: typeof open, origin: string) =>
    (await call('GET', '/things/a', { key: 'ro', headers: { origin } })).headers.get('access-control-allow-origin');

  test('gets the allowed methods and headers from a preflight', async () => {
    const { status, headers, body } = await open.call('OPTIONS', '/things', {
      headers: { origin: 'https://x.example' },
    });
    assert.deepEqual([status, body], [204, undefined]);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.match(headers.get('access-control-allow-methods') ?? '', /POST/);
    assert.match(headers.get('access-control-allow-headers') ?? '', /Authorization, Content-Type, Idempotency-Key/);
    assert.match(headers.get('access-control-expose-headers') ?? '', /X-Request-Id.*Retry-After/);
  });

  test('can read responses only if the operator allows it', async () => {
    assert.equal(await allowed(open, 'https://x.example'), '*');
    assert.equal(await allowed(closed, 'https://a.example'), 'https://a.example');
    assert.equal(await allowed(closed, 'https://x.example'), null);
    assert.equal(await allowed(none, 'https://a.example'), null);
  });
});

describe('a service on loopback', async () => {
  const rules = { corsOrigin: '*' as const, isExplicit: false, isLoopback: true, allowedHosts: ['memory.lan'] };
  const { call, port } = await startServer({ browsers: { ...rules, baseUrl: () => 'https://memory.example' } });
  const statusWith = async (headers: Record<string, string>, method = 'GET', path = '/things/a') =>
    (await call(method, path, { key: 'ro', headers })).status;
  const rawStatus = async (head: string) => {
    const client = new RawClient(port).send(`${head}\r\nConnection: close\r\n\r\n`);
    await client.until('request_id');
    client.socket.destroy();
    return client.text.slice(9, 12);
  };

  test('refuses calls from pages of other sites, whatever the path', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'file://']) {
      assert.equal(await statusWith({ origin }), 403, origin);
      assert.equal(await statusWith({ origin }, 'POST', '/things'), 403, origin);
    }
    const embedded = (mode: string) =>
      rawStatus(`GET /things/a HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: ${mode}`);
    assert.deepEqual([await embedded('no-cors'), await embedded('navigate')], ['403', '401']);
    const { headers, body } = await call('GET', '/things/a', {
      key: 'ro',
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(body.error.code, 'forbidden_origin');
  });

  test('accepts calls from pages of this machine and of its own URL', async () => {
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:8080', 'https://memory.example']) {
      const { status, headers } = await call('GET', '/things/a', { key: 'ro', headers: { origin } });
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, origin]);
    }
  });

  test('refuses a host name that merely resolves to it', async () => {
    const get = (host: string) => `GET /things/a HTTP/1.1\r\nAuthorization: Bearer none\r\nHost: ${host}`;
    assert.equal(await rawStatus(get('rebound.evil.example:7326')), '403');
    for (const host of ['localhost:7326', '127.0.0.1', '[::1]:7326', 'memory.example', 'Memory.LAN:1']) {
      assert.equal(await rawStatus(get(host)), '401', host);
    }
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
    assert.equal(await addressWith('127.0.0.0/8, 10.0.0.0/8', '6.6.6.6, 1.1.1.1, 10.1.2.3'), '1.1.1.1');
    assert.equal(await addressWith('127.0.0.1, fd00::/8', '2001:db8::1, fd00::7'), '2001:db8::1');
    assert.equal(await addressWith('127.0.0.1', '::ffff:1.1.1.1'), '1.1.1.1');
    assert.equal(await addressWith('127.0.0.1', 'nobody, 1.1.1.1'), '1.1.1.1');
  });

  test('is the farthest if all are trusted', async () => {
    assert.equal(await addressWith(3, '1.1.1.1'), '1.1.1.1');
    assert.equal(await addressWith('127.0.0.1, 1.1.1.1', '1.1.1.1'), '1.1.1.1');
  });
});
