import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { defineOperation } from '../../../features/request.js';
import { Lines, StreamResponse } from '../../../kernel/operation.js';
import { RawClient } from '../raw-client.test.kit.js';
import { startServer } from '../server.test.kit.js';

const declared = { group: 'Test', summary: 'Test', output: z.any() };
const state = { made: 0, returned: 0, read: 0 };

async function* chunks(count: number, size: number, failsAt: number) {
  try {
    for (let i = 0; i < count; i++) {
      if (i === failsAt) throw new Error('the disk is gone');
      state.made++;
      yield 'x'.repeat(size);
    }
  } finally {
    state.returned++;
  }
}

const operations = [
  defineOperation({
    ...{ ...declared, id: 'flow', method: 'GET', path: '/flow', scope: 'read' },
    input: z.object({ count: z.number(), size: z.number().default(1), fails_at: z.number().default(-1) }),
    handler: async (_request, { count, size, fails_at }) =>
      new StreamResponse('text/plain', chunks(count, size, fails_at)),
  }),
  defineOperation({
    ...{ ...declared, id: 'lines', method: 'POST', path: '/lines', scope: 'write', success: 201 },
    lines: { field: 'items', limit: 50 },
    input: z.object({ items: z.custom<Lines>((value) => value instanceof Lines), pause: z.number().default(0) }),
    async handler(_request, { items, pause: rest }) {
      const got: unknown[] = [];
      for await (const line of items) {
        state.read++;
        got.push('value' in line ? [line.index, line.value] : [line.index, line.problem]);
        if (rest) await pause(rest);
        if ('value' in line && line.value === 'stop') break;
      }
      return { got };
    },
  }),
];
const post = (headers: string, path = '/lines') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\nContent-Type: application/x-ndjson\r\n${headers}\r\n\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const until = async (check: () => boolean) => {
  for (let i = 0; i < 500 && !check(); i++) await pause(10);
  assert.ok(check());
};

describe('a streamed response', async () => {
  const { url, port, counted, logged } = await startServer({ operations });
  const headers = { authorization: 'Bearer rw' };

  test('arrives whole and is counted once, when it is over', async () => {
    counted.length = 0;
    const response = await fetch(`${url}/flow?count=20&size=1000`, { headers });
    assert.equal(response.headers.get('content-type'), 'text/plain');
    assert.equal((await response.text()).length, 20_000);
    await until(() => counted.length > 0);
    assert.deepEqual(
      counted.map((one) => one.status),
      [200],
    );
  });

  test('is cut off if it fails midway, and an ordinary error if it fails at once', async () => {
    counted.length = 0;
    await assert.rejects(async () => (await fetch(`${url}/flow?count=20&fails_at=3`, { headers })).text());
    await until(() => counted.length === 1);
    assert.equal(counted[0]?.status, 500);
    assert.ok(logged.some((one) => one.level === 'error' && /failed midway/.test(one.message)));
    const failed = await fetch(`${url}/flow?count=20&fails_at=0`, { headers });
    assert.equal(failed.status, 500);
    assert.equal(((await failed.json()) as { error: { code: string } }).error.code, 'internal');
    assert.equal(counted.length, 2);
  });

  test('is produced no faster than the client reads, and only while it is connected', async () => {
    Object.assign(state, { made: 0, returned: 0 });
    counted.length = 0;
    const client = new RawClient(port).send(
      'GET /flow?count=100000&size=100000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\n\r\n',
    );
    await client.until('200 OK');
    client.socket.pause();
    // Intermediate buffers fill up first.
    for (let still = 0, made = -1; still < 20; await pause(10)) {
      assert.ok(state.made < 2_000, `${state.made} chunks for one who does not read`);
      still = state.made === made ? still + 1 : 0;
      made = state.made;
    }
    client.socket.destroy();
    await until(() => state.returned === 1);
    assert.deepEqual(
      counted.map((one) => one.status),
      [499],
    );
  });

  test('has no body for HEAD', async () => {
    state.made = 0;
    const response = await fetch(`${url}/flow?count=5`, { method: 'HEAD', headers });
    assert.deepEqual([response.status, await response.text(), state.made], [200, '', 0]);
  });
});

describe('a body of JSON lines', async () => {
  const timeouts = { headers: 200, request: 300, keepAlive: 150, checkEvery: 25, idle: 250 };
  const { port, call } = await startServer({ operations, timeouts });
  const send = (body: string | Buffer, type = 'application/x-ndjson') =>
    call('POST', '/lines', { key: 'rw', body, headers: { 'content-type': type } });

  test('numbers its lines including blank ones, and reports what is wrong with a line', async () => {
    const deep = '['.repeat(40);
    const bytes = Buffer.concat([
      Buffer.from('1\n\n{"a":2}\r\nnope\n'),
      Buffer.from([0xff, 0x0a]),
      Buffer.from(`${deep}\n`),
    ]);
    const { status, body } = await send(Buffer.concat([bytes, Buffer.from(`"${'x'.repeat(60)}"\n"last"`)]));
    assert.equal(status, 201);
    assert.deepEqual(
      body.got.map((one: unknown[]) => one[0]),
      [0, 2, 3, 4, 5, 6, 7],
    );
    assert.deepEqual([body.got[0][1], body.got[1][1], body.got[6][1]], [1, { a: 2 }, 'last']);
    assert.match(body.got[2][1], /not valid JSON/);
    assert.match(body.got[3][1], /not valid UTF-8/);
    assert.match(body.got[4][1], /deeper/);
    assert.match(body.got[5][1], /longer than 50 bytes/);
  });

  test('may be split anywhere', async () => {
    const client = new RawClient(port).send(post('Transfer-Encoding: chunked'));
    for (const byte of '"a"\n"b"\n"c"') client.send(chunk(byte));
    const response = await client.send('0\r\n\r\n').until('"got"');
    assert.match(response, /\[\[0,"a"\],\[1,"b"\],\[2,"c"\]\]/);
    client.socket.destroy();
  });

  test('is refused if its chunks hold next to nothing', async () => {
    const client = new RawClient(port).send(post('Transfer-Encoding: chunked') + chunk('\n').repeat(40_000));
    assert.match(await client.closed, /chunks of less than 16 bytes/);
  });

  test('may take longer than others while it arrives or is processed', async () => {
    const client = new RawClient(port).send(post('Transfer-Encoding: chunked', '/lines?pause=100'));
    state.read = 0;
    for (let i = 0; i < 6; i++) {
      client.send(chunk(`${i}\n`));
      await until(() => state.read > i);
    }
    assert.match(await client.send('0\r\n\r\n').until('"got"'), /^HTTP\/1\.1 201 [\s\S]*\[5,5\]/);
    client.socket.destroy();
  });

  test('is cut off if its client goes silent', async () => {
    await new RawClient(port).send(post('Transfer-Encoding: chunked') + chunk('1\n')).closed;
  });

  test('gets its response before its end if the operation stops reading', async () => {
    const client = new RawClient(port).send(post('Transfer-Encoding: chunked') + chunk('1\n"stop"\n2\n'));
    assert.match(await client.until('"got"'), /"stop"/);
    client.socket.destroy();
  });

  test('gets 100 Continue, and is refused with an Idempotency-Key or compressed', async () => {
    const client = new RawClient(port).send(post('Content-Length: 2\r\nExpect: 100-continue'));
    await client.until('100 Continue');
    assert.match(await client.send('7\n').until('"got"'), /HTTP\/1\.1 201 /);
    client.socket.destroy();
    for (const name of ['idempotency-key', 'content-encoding']) {
      const headers = { 'content-type': 'application/x-ndjson', [name]: 'gzip' };
      assert.equal((await call('POST', '/lines', { key: 'rw', body: '1\n', headers })).status, 400);
    }
  });
});
