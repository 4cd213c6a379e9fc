import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { noEmbedder } from '../../embedding/none.js';
import { randomIds } from '../../kernel/ids.js';
import { Lines } from '../../kernel/operation.js';
import type { Request } from '../request.js';
import { importOperation } from './import.js';
import { exported, exportText, imported, linesOf, many, sendLines } from './portability.test.kit.js';
import { exportPage } from './sql/export.js';

/** Makes the nth page of every later export fail. */
function breakPage(service: TestService, failing: number): void {
  const { database } = service;
  const tenant = database.tenant.bind(database);
  database.tenant = (keyId) => {
    const real = tenant(keyId);
    let pages = 0;
    const run: typeof real.run = (statement, input) => {
      const isPage = (statement as unknown) === exportPage;
      if (isPage && ++pages === failing) return Promise.reject(new Error('the disk is gone'));
      return real.run(statement, input);
    };
    return { keyId, run };
  };
}

/** Resolves when one call of the route has ended and is counted as failed. */
async function failedOnce(service: TestService, key: string, route: string): Promise<void> {
  for (;;) {
    const { body } = await service.call('GET', '/usage', { key });
    const errors = body.by_route.find((one: { route: string }) => one.route === route)?.errors ?? 0;
    assert.ok(errors <= 1);
    if (errors === 1) return;
    await pause(20);
  }
}

/** More than fits into the buffers of a connection. */
const bulky = (count: number) => many(count, { metadata: { bulk: 'x'.repeat(60_000) } });

onBothEngines('streams', (start) => {
  it('cut the connection if an export fails halfway, and return an error if it fails at once', async () => {
    const service = await start();
    const { key } = await service.mint();
    await imported(service, key, { memories: many(300) });
    breakPage(service, 2);
    for (const format of ['json', 'ndjson', 'markdown']) await assert.rejects(exportText(service, key, format));
    breakPage(service, 1);
    const { status, body } = await service.call('GET', '/memory/export', { key });
    assert.deepEqual([status, body.error.code], [500, 'internal']);
    const { body: usage } = await service.call('GET', '/usage', { key });
    const counted = usage.by_route.find((one: { route: string }) => one.route === 'GET /memory/export');
    assert.deepEqual([counted.requests, counted.errors], [4, 4]);
  });

  it('export everything that exists from beginning to end, once, while others write and forget', async () => {
    const service = await start();
    const { key } = await service.mint();
    const memories = bulky(400).map((one, i) => ({ ...one, id: `m${i}`, created_at: 1e12 + i }));
    await sendLines(service, key, linesOf(memories));
    const response = await fetch(`${service.url}/memory/export`, { headers: { authorization: `Bearer ${key}` } });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const chunks = [(await reader.read()).value as Uint8Array];
    const forget = ['m5', 'm390', 'm300'].map((id) => service.call('DELETE', '/memory/forget', { key, query: { id } }));
    await Promise.all(forget);
    await imported(service, key, { memories: [{ id: 'late', user_id: 'ada', content: 'Late', created_at: 2e12 }] });
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    const document = JSON.parse(Buffer.concat(chunks).toString());
    const ids = document.memories.map((one: { id: string }) => one.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(document.count, ids.length);
    const gone = new Set(['m5', 'm390', 'm300']);
    assert.deepEqual(
      ids.filter((id: string) => !gone.has(id)),
      memories.map((one) => one.id).filter((id) => !gone.has(id)),
    );
  });

  it('end as failed when the client of an export disconnects', async () => {
    const service = await start();
    const { key } = await service.mint();
    await sendLines(service, key, linesOf(bulky(400)));
    const leaving = new AbortController();
    const response = await fetch(`${service.url}/memory/export`, {
      headers: { authorization: `Bearer ${key}` },
      signal: leaving.signal,
    });
    await (response.body as ReadableStream<Uint8Array>).getReader().read();
    leaving.abort();
    await failedOnce(service, key, 'GET /memory/export');
  });

  it('keep complete memories only when the client of an import disconnects halfway, and continue from there', async () => {
    const service = await start();
    const { key } = await service.mint();
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const all = many(900);
    const text = `${linesOf(all.slice(0, 700))}{"user_id":"ada","content":"half a li`;
    socket.write(
      `POST /memory/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/x-ndjson\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`,
    );
    const count = async () => (await exported(service, key)).count;
    for (let i = 0; i < 200 && (await count()) < 500; i++) await pause(20);
    socket.resetAndDestroy();
    await failedOnce(service, key, 'POST /memory/import');
    assert.equal(await count(), 500);
    const { body } = await sendLines(service, key, linesOf(all));
    assert.deepEqual([body.imported, body.duplicates, await count()], [400, 500, 900]);
  });

  it('report what an import holds of its lines', async () => {
    const service = await start({ background: false });
    const { id } = await service.mint();
    const held: number[] = [];
    async function* source() {
      for (const [index, content] of ['One', 7, 'Two'].entries())
        yield { index, bytes: 100, value: { user_id: 'ada', content } };
    }
    const lines = new Lines(source(), (bytes) => held.push(bytes));
    const request = { db: service.database.tenant(id), ids: randomIds(Date.now), now: Date.now() } as Request;
    await importOperation.handler(request, { memories: lines, dry_run: true });
    assert.deepEqual(held, [100, 100, 200]);
  });

  it('write long lines before there are five hundred of them', async () => {
    const service = await start({ embedder: noEmbedder() });
    const { key } = await service.mint();
    const { port } = new URL(service.url);
    const escaped = (i: number) => `{"user_id":"ada","content":"${i} ${'\\u0041'.repeat(95_000)}"}\n`;
    const text = Array.from({ length: 16 }, (_, i) => escaped(i)).join('');
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /memory/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/x-ndjson\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n`,
    );
    const count = async () => (await exported(service, key)).count;
    for (let i = 0; i < 500 && (await count()) === 0; i++) await pause(20);
    assert.equal(await count(), 15);
    socket.destroy();
  });

  it('read a JSON body of many megabytes, and report a line over the limit without losing the next', async () => {
    const service = await start({ embedder: noEmbedder() });
    const { key } = await service.mint();
    const big = many(100).map((one, i) => ({ ...one, content: `${i} ${'é'.repeat(40_000)}` }));
    assert.equal((await imported(service, key, { memories: big })).imported, 100);
    const long = `{"user_id":"ada","content":"${'x'.repeat(9 * 1024 * 1024)}"}\n`;
    const { body } = await sendLines(service, key, `${long}${linesOf([{ user_id: 'ada', content: 'After it' }])}`);
    assert.deepEqual([body.imported, body.errors.map((one: { index: number }) => one.index)], [1, [0]]);
    assert.match(body.errors[0].message, /longer than 8388608 bytes/);
  });
});
