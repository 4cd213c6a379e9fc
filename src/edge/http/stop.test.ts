import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RawClient } from './raw-client.test.kit.js';
import { startServer } from './server.test.kit.js';

const slow = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n';

describe('a graceful stop', () => {
  test('finishes what is in flight and closes its connection', async () => {
    const { server, gate, port } = await startServer();
    const client = new RawClient(port).send(slow);
    await gate.reached;
    const stopped = server.stop(5_000);
    gate.open();
    assert.match(await client.closed, /^HTTP\/1\.1 200 [\s\S]*Connection: close[\s\S]*"done":true/);
    await stopped;
  });

  test('may be preceded by a drain: calls are served, and each connection is closed after its response', async () => {
    const { server, gate, port } = await startServer();
    await server.drain(1);
    const client = new RawClient(port).send(slow);
    await gate.reached;
    gate.open();
    assert.match(await client.closed, /^HTTP\/1\.1 200 [\s\S]*Connection: close[\s\S]*"done":true/);
    await server.stop(100);
  });

  test('closes idle and silent connections at once', async () => {
    const { server, port, call } = await startServer();
    await call('GET', '/things/a', { key: 'ro' });
    const silent = new RawClient(port);
    const idle = new RawClient(port).send('GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n');
    await idle.until('not_found');
    await server.stop(24 * 60 * 60 * 1_000); // if the stop waited for it, this test would not end
    await Promise.all([silent.closed, idle.closed]);
  });

  test('returns 503 for requests that still arrive on an open connection', async () => {
    const { server, gate, port } = await startServer();
    const busy = new RawClient(port).send(slow);
    // Sent as one segment: when the first request has its response, the beginning of the second has arrived too.
    const late = new RawClient(port).send('GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\nGET /slow HTTP/1.1\r\n');
    await Promise.all([gate.reached, late.until('not_found')]);
    late.text = '';
    const stopped = server.stop(5_000);
    const response = await late.send('Host: x\r\n\r\n').closed;
    assert.match(response, /^HTTP\/1\.1 503 [\s\S]*Retry-After: \d/);
    assert.match(response, /Connection: close[\s\S]*"code":"stopping"/);
    gate.open();
    await busy.closed;
    await stopped;
  });

  test('finishes a request whose body is still arriving', async () => {
    const { server, port } = await startServer();
    const body = JSON.stringify({ user_id: 'u', content: 'c' });
    const head = `POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
    const client = new RawClient(port).send(head);
    await client.until('100 Continue');
    const stopped = server.stop(5_000);
    assert.match(await client.send(body).closed, /HTTP\/1\.1 201 /);
    await stopped;
  });

  test('waits for work whose client has disconnected', async () => {
    const { server, gate, port, url } = await startServer();
    const client = new RawClient(port).send(slow);
    await gate.reached;
    client.socket.destroy();
    await client.closed;
    let done = false;
    const stopped = server.stop(5_000).then(() => {
      done = true;
    });
    await assert.rejects(fetch(`${url}/things`), 'it accepts nobody more by now');
    assert.equal(done, false);
    gate.open();
    await stopped;
  });

  test('cuts off what is not done when the grace period ends', async () => {
    const { server, gate, port } = await startServer();
    const client = new RawClient(port).send(slow);
    await gate.reached;
    await server.stop(50);
    assert.equal(await client.closed, '');
    gate.open();
  });

  test('accepts no more connections', async () => {
    const { server, url } = await startServer();
    await server.stop(100);
    await assert.rejects(fetch(`${url}/things`));
  });

  test('may be called twice', async () => {
    const { server } = await startServer();
    await Promise.all([server.stop(100), server.stop(100)]);
  });
});
