import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RawClient } from '../raw-client.test.kit.js';
import { startServer } from '../server.test.kit.js';

const timeouts = { headers: 200, request: 400, keepAlive: 150, checkEvery: 25 };
const impatient = { ...timeouts, request: 60_000, idle: 100 };
const post = (headers: string, body = '') =>
  `POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\n${headers}\r\n\r\n${body}`;
const until = async (check: () => boolean) => {
  while (!check()) await pause(10);
};
const errorIn = (response: string) => JSON.parse(response.slice(response.lastIndexOf('\r\n\r\n'))).error;

test('the signal reports a disconnect that happened before the call asked for it', async () => {
  const { port, gate, url } = await startServer();
  const ended = new Promise<boolean | undefined>((resolve) => {
    gate.ended = resolve;
  });
  const client = new RawClient(port).send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await gate.reached;
  client.socket.destroy();
  await client.closed;
  await fetch(`${url}/things`); // by now the service has seen the end of the connection
  gate.open();
  assert.equal(await ended, true);
});

describe('a slow client', async () => {
  const { port } = await startServer({ timeouts });
  const idle = await startServer({ timeouts: impatient });

  test('is cut off if it sends nothing', async () => {
    assert.match(await new RawClient(port).closed, /^HTTP\/1\.1 408 |^$/);
  });

  test('is cut off with 408 if it dribbles its headers', async () => {
    const client = new RawClient(port).send('GET /things HTTP/1.1\r\n');
    const dribble = setInterval(() => client.send('X-A: b\r\n'), 20);
    const response = await client.closed;
    clearInterval(dribble);
    assert.match(response, /^HTTP\/1\.1 408 /);
    assert.equal(errorIn(response).status, 408);
  });

  test('is cut off with 408 if it dribbles its body', async () => {
    const client = new RawClient(port).send(post('Content-Length: 1000', '{'));
    const dribble = setInterval(() => client.send(' '), 20);
    const response = await client.closed;
    clearInterval(dribble);
    assert.match(response, /^HTTP\/1\.1 408 /);
    assert.equal(errorIn(response).message, 'The request arrived too slowly.');
  });

  test('can still read the response if it continues sending', async () => {
    for (let i = 0; i < 3; i++) {
      const client = new RawClient(port).send(post('Content-Length: 100000', '{'));
      // Too busy to read between two writes.
      const dribble = setInterval(() => {
        client.send(' ');
        for (const end = performance.now() + 20; performance.now() < end; );
      }, 5);
      const response = await client.closed;
      clearInterval(dribble);
      assert.match(response, /^HTTP\/1\.1 408 /);
    }
  });

  test('is cut off if it stops in the middle of its body', async () => {
    await new RawClient(idle.port).send(post('Content-Length: 1000', '{')).closed;
  });

  test('is cut off if it does not read its response', async () => {
    const page = {
      method: 'GET',
      path: '/big',
      contentType: 'text/plain',
      handler: () => ({ body: Buffer.alloc(64 << 20) }),
    } as const;
    const { port: big } = await startServer({ timeouts: impatient, pages: [page] });
    const client = new RawClient(big).send('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
    client.socket.pause();
    // Others that go silent later are disconnected meanwhile.
    for (let i = 0; i < 3; i++) await new RawClient(big).send(post('Content-Length: 1000', '{')).closed;
    client.socket.resume();
    assert.ok((await client.closed).length < 64 << 20);
  });

  test('is cut off if it idles between requests', async () => {
    const client = new RawClient(port).send('GET /things/a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ro\r\n\r\n');
    assert.match(await client.closed, /^HTTP\/1\.1 200 /);
  });

  test('is not cut off while it waits for a slow response', async () => {
    const client = new RawClient(idle.port).send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    // One that goes silent later is disconnected meanwhile.
    await idle.gate.reached;
    await new RawClient(idle.port).send(post('Content-Length: 1000', '{')).closed;
    idle.gate.open();
    assert.match(await client.closed, /^HTTP\/1\.1 200 /);
  });
});

describe('bytes that are not a request', async () => {
  const { port, gate, logged } = await startServer();

  test('return 400 in the usual shape', async () => {
    const response = await new RawClient(port).send('\x16\x03\x01 hello\r\n\r\n').closed;
    assert.match(response, /^HTTP\/1\.1 400 .*\r\n[\s\S]*Connection: close/);
    const error = errorIn(response);
    assert.deepEqual([error.status, error.code], [400, 'invalid_request']);
    assert.match(response, new RegExp(`X-Request-Id: ${error.request_id}`));
  });

  test('that are oversized headers return 431', async () => {
    const response = await new RawClient(port).send(`GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`).closed;
    assert.match(response, /^HTTP\/1\.1 431 /);
    assert.equal(errorIn(response).status, 431);
  });

  test('after a request do not disturb its response', async () => {
    const client = new RawClient(port).send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n');
    await gate.reached;
    client.send('more garbage\r\n');
    gate.open();
    assert.match(await client.closed, /^HTTP\/1\.1 200 [\s\S]*"done":true[\s\S]*HTTP\/1\.1 400 /);
  });

  test('inside a chunked body return 400', async () => {
    const response = await new RawClient(port).send(post('Transfer-Encoding: chunked', 'zz\r\n')).closed;
    assert.match(response, /^HTTP\/1\.1 400 /);
    assert.equal((response.match(/HTTP\/1\.1/g) ?? []).length, 1);
  });

  test('inside the body of a refused caller return nothing but the refusal', async () => {
    const request = post('Transfer-Encoding: chunked', 'zz\r\n').replace('Bearer rw', 'Bearer zz');
    const response = await new RawClient(port).send(request).closed;
    assert.match(response, /^HTTP\/1\.1 401 /);
    assert.equal((response.match(/HTTP\/1\.1/g) ?? []).length, 1);
  });

  test('that end in the middle of the body return 400', async () => {
    const client = new RawClient(port, true).send(post('Content-Length: 100', '{"user_id":'));
    client.socket.end();
    const response = await client.closed;
    assert.match(response, /^HTTP\/1\.1 400 /);
    assert.match(errorIn(response).message, /ended before it was complete/);
  });

  test('with two lengths are refused', async () => {
    const response = await new RawClient(port).send(
      post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
    ).closed;
    assert.match(response, /^HTTP\/1\.1 400 /);
  });

  test('that stop because the client died are logged as 499, not as an error', async () => {
    logged.length = 0;
    const client = new RawClient(port).send(post('Content-Length: 100\r\nExpect: 100-continue', '{"user_id":'));
    await client.until('100 Continue');
    client.socket.resetAndDestroy();
    await until(() => logged.length > 0);
    assert.deepEqual(
      logged.map((one) => [one.message, one.fields.status]),
      [['request', 499]],
    );
  });
});
