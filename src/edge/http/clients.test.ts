import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { RawClient, startServer } from './server.test.harness.js';

const timeouts = { headers: 150, request: 300, keepAlive: 150, idle: 200, checkEvery: 25 };
const post = (headers: string, body = '') => `POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\n${headers}\r\n\r\n${body}`;
const errorIn = (answer: string) => JSON.parse(answer.slice(answer.lastIndexOf('\r\n\r\n'))).error;

describe('a client that is slow', async () => {
  const { port, gate } = await startServer({ timeouts });

  test('and sends nothing is cut off', async () => {
    assert.match(await new RawClient(port).closed, /^HTTP\/1\.1 408 |^$/);
  });

  test('and dribbles its headers is cut off with 408', async () => {
    const client = new RawClient(port).send('GET /things HTTP/1.1\r\n');
    const dribble = setInterval(() => client.send('X-A: b\r\n'), 20);
    const answer = await client.closed;
    clearInterval(dribble);
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.equal(errorIn(answer).status, 408);
  });

  test('and dribbles its body is cut off with 408', async () => {
    const client = new RawClient(port).send(post('Content-Length: 1000', '{'));
    const dribble = setInterval(() => client.send(' '), 20);
    const answer = await client.closed;
    clearInterval(dribble);
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.equal(errorIn(answer).message, 'The request came too slowly.');
  });

  test('and stops in the middle of its body is cut off', async () => {
    const started = performance.now();
    await new RawClient(port).send(post('Content-Length: 1000', '{')).closed;
    assert.ok(performance.now() - started < 2_000);
  });

  test('and idles between requests is cut off', async () => {
    const client = new RawClient(port).send('GET /things/a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ro\r\n\r\n');
    assert.match(await client.closed, /^HTTP\/1\.1 200 /);
  });

  test('is not one that waits for our slow answer', async () => {
    const client = new RawClient(port).send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(500);
    gate.open();
    assert.match(await client.closed, /^HTTP\/1\.1 200 /);
  });
});

describe('bytes that are not a request', async () => {
  const { port, gate, logged } = await startServer();

  test('are answered with 400 in the usual shape', async () => {
    const answer = await new RawClient(port).send('\x16\x03\x01 hello\r\n\r\n').closed;
    assert.match(answer, /^HTTP\/1\.1 400 .*\r\n[^]*Connection: close/);
    const error = errorIn(answer);
    assert.deepEqual([error.status, error.code], [400, 'invalid_request']);
    assert.match(answer, new RegExp(`X-Request-Id: ${error.request_id}`));
  });

  test('that are too many headers are answered with 431', async () => {
    const answer = await new RawClient(port).send(`GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`).closed;
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.equal(errorIn(answer).status, 431);
  });

  test('after a request do not disturb its answer', async () => {
    const client = new RawClient(port).send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n');
    await gate.reached;
    client.send('more garbage\r\n');
    await pause(20);
    gate.open();
    assert.match(await client.closed, /^HTTP\/1\.1 200 [^]*"done":true[^]*HTTP\/1\.1 400 /);
  });

  test('inside a chunked body are answered with 400', async () => {
    const answer = await new RawClient(port).send(post('Transfer-Encoding: chunked', 'zz\r\n')).closed;
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal((answer.match(/HTTP\/1\.1/g) ?? []).length, 1);
  });

  test('inside the body of a caller who is refused leave one answer, the refusal', async () => {
    const request = post('Transfer-Encoding: chunked', 'zz\r\n').replace('Bearer rw', 'Bearer zz');
    const answer = await new RawClient(port).send(request).closed;
    assert.match(answer, /^HTTP\/1\.1 401 /);
    assert.equal((answer.match(/HTTP\/1\.1/g) ?? []).length, 1);
  });

  test('that end in the middle of the body are answered with 400', async () => {
    const client = new RawClient(port, true).send(post('Content-Length: 100', '{"user_id":'));
    client.socket.end();
    const answer = await client.closed;
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(errorIn(answer).message, /ended before it was complete/);
  });

  test('with two lengths are refused', async () => {
    const answer = await new RawClient(port).send(post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\n')).closed;
    assert.match(answer, /^HTTP\/1\.1 400 /);
  });

  test('that stop because the client died leave no answer and no error', async () => {
    logged.length = 0;
    const client = new RawClient(port).send(post('Content-Length: 100', '{"user_id":'));
    await pause(20);
    client.socket.resetAndDestroy();
    await pause(50);
    assert.deepEqual(
      logged.map((one) => [one.message, one.fields.status]),
      [['request', 499]],
    );
  });
});

describe('a body that is too large', async () => {
  const { port, call } = await startServer();

  test('is 400, told at once when its length is declared', async () => {
    const client = new RawClient(port).send(post('Content-Length: 5000000', '{'));
    assert.match(errorIn(await client.until('too large')).message, /at most 1048576 bytes/);
    client.socket.destroy();
  });

  test('is 400 when it grows over the limit in chunks', async () => {
    const client = new RawClient(port).send(post('Transfer-Encoding: chunked'));
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    for (let i = 0; i < 20; i++) client.send(chunk);
    assert.match(await client.until('too large'), /^HTTP\/1\.1 400 /);
    client.socket.destroy();
  });

  test('is heard of by a client that sends all of it, and its connection goes on', async () => {
    const body = JSON.stringify({ user_id: 'u', content: 'x'.repeat(3_000_000) });
    for (let i = 0; i < 3; i++) assert.equal((await call('POST', '/things', { key: 'rw', body })).status, 400);
    assert.equal((await call('POST', '/things', { body })).status, 401);
  });

  test('cannot be sent for ever', async () => {
    const client = new RawClient(port).send(post('Transfer-Encoding: chunked'));
    const chunk = `${(1 << 20).toString(16)}\r\n${'x'.repeat(1 << 20)}\r\n`;
    const pump = () => {
      while (!client.socket.destroyed && client.socket.write(chunk));
    };
    client.socket.on('drain', pump);
    pump();
    await client.closed;
  });

  test('has a limit of its own per operation', async () => {
    const sized = (size: number) => call('POST', '/things/only-post', { key: 'rw', body: `{"a":"${'x'.repeat(size - 8)}"}` });
    assert.equal((await sized(64)).status, 200);
    assert.equal((await sized(65)).status, 400);
  });
});

describe('a client that asks before it sends its body', async () => {
  const { port } = await startServer();
  const body = JSON.stringify({ user_id: 'u', content: 'c' });

  test('is told to go on once it is admitted', async () => {
    const client = new RawClient(port).send(post(`Content-Length: ${body.length}\r\nExpect: 100-continue`));
    await client.until('100 Continue');
    assert.match(await client.send(body).until('"id"'), /HTTP\/1\.1 201 /);
    client.socket.destroy();
  });

  test('is refused without its body when it is not', async () => {
    const head = post(`Content-Length: ${body.length}\r\nExpect: 100-continue`).replace('Bearer rw', 'Bearer zz');
    const answer = await new RawClient(port).send(head).closed;
    assert.match(answer, /^HTTP\/1\.1 401 /);
  });
});
