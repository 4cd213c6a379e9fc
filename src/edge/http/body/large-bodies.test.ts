import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RawClient } from '../raw-client.test.kit.js';
import { startServer } from '../server.test.kit.js';
import { Pieces } from './pieces.js';

const post = (headers: string, body = '') =>
  `POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\n${headers}\r\n\r\n${body}`;
const errorIn = (response: string) => JSON.parse(response.slice(response.lastIndexOf('\r\n\r\n'))).error;

describe('a body that is too large', async () => {
  const { port, call } = await startServer();

  test('is refused at once if its length is declared', async () => {
    const client = new RawClient(port).send(post('Content-Length: 5000000', '{'));
    assert.match(errorIn(await client.until('too large')).message, /at most 1048576 bytes/);
    client.socket.destroy();
  });

  test('is refused with 400 when it exceeds the limit in chunks', async () => {
    const client = new RawClient(port).send(post('Transfer-Encoding: chunked'));
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    for (let i = 0; i < 20; i++) client.send(chunk);
    assert.match(await client.until('too large'), /^HTTP\/1\.1 400 /);
    client.socket.destroy();
  });

  test('is refused with a response even if the client sends all of it', async () => {
    const body = JSON.stringify({ user_id: 'u', content: 'x'.repeat(3_000_000) });
    for (let i = 0; i < 3; i++) assert.equal((await call('POST', '/things', { key: 'rw', body })).status, 400);
    assert.equal((await call('POST', '/things', { body })).status, 401);
  });

  test('is cut off if it never ends', async () => {
    const client = new RawClient(port).send(post('Transfer-Encoding: chunked'));
    const chunk = `${(1 << 20).toString(16)}\r\n${'x'.repeat(1 << 20)}\r\n`;
    const pump = () => {
      while (!client.socket.destroyed && client.socket.write(chunk));
    };
    client.socket.on('drain', pump);
    pump();
    await client.closed;
  });

  test('has a separate limit per operation', async () => {
    const sized = (size: number) =>
      call('POST', '/things/only-post', { key: 'rw', body: `{"a":"${'x'.repeat(size - 8)}"}` });
    assert.equal((await sized(64)).status, 200);
    assert.equal((await sized(65)).status, 400);
  });
});

describe('a body in small chunks', async () => {
  const { port } = await startServer();
  const chunked = (text: string, size: number) => {
    const chunks = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    return `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`;
  };
  const padded = (length: number) => JSON.stringify({ user_id: 'u', content: 'In chunks' }).padEnd(length);
  const next = 'GET /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ro\r\n\r\n';

  test('is read, however many there are', async () => {
    const client = new RawClient(port).send(post('Transfer-Encoding: chunked', chunked(padded(800_000), 20)));
    assert.match(await client.until('"id"'), /HTTP\/1\.1 201 /);
    client.socket.destroy();
  });

  test('is refused if they hold next to nothing, and the connection ends', async () => {
    const client = new RawClient(port).send(post('Transfer-Encoding: chunked', chunked(padded(80_000), 2)));
    assert.match(errorIn(await client.until('larger ones')).message, /chunks of less than 16 bytes/);
    assert.match(await client.closed, /Connection: close/);
  });

  test('ends the connection if it was refused for something else', async () => {
    const head = post('Transfer-Encoding: chunked').replace('Bearer rw', 'Bearer zz');
    const client = new RawClient(port).send(head);
    await client.until('invalid_key');
    client.send(chunked(padded(80_000), 2) + next);
    assert.doesNotMatch(await client.closed, /200 OK/);
  });
});

test('small pieces are copied together: none keeps memory of its own', () => {
  const pieces = new Pieces(1_000_000);
  const small = Array.from({ length: 256 }, (_, i) => Buffer.from([i]));
  for (const piece of small) pieces.add(piece);
  for (const piece of small) piece.fill(0);
  assert.deepEqual([...pieces.joined()], [...small.keys()]);
});

describe('a client that sends Expect: 100-continue', async () => {
  const { port } = await startServer();
  const body = JSON.stringify({ user_id: 'u', content: 'c' });

  test('gets 100 Continue once it is admitted', async () => {
    const client = new RawClient(port).send(post(`Content-Length: ${body.length}\r\nExpect: 100-continue`));
    await client.until('100 Continue');
    assert.match(await client.send(body).until('"id"'), /HTTP\/1\.1 201 /);
    client.socket.destroy();
  });

  test('is refused before it sends its body if it is not admitted', async () => {
    const head = post(`Content-Length: ${body.length}\r\nExpect: 100-continue`).replace('Bearer rw', 'Bearer zz');
    const response = await new RawClient(port).send(head).closed;
    assert.match(response, /^HTTP\/1\.1 401 /);
  });
});
