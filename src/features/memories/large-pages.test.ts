import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { onBothEngines, type TestService } from '../../../test/support/service.js';

const COUNT = 100;
const note = (i: number) =>
  (i % 2 ? '港口记录 "quoted" ' : 'crates of oranges; ').repeat(60_000).slice(0, i % 2 ? 25_000 : 60_000);

async function fill(service: TestService, key: string): Promise<void> {
  const memories = Array.from({ length: COUNT }, (_, i) => ({
    ...{ user_id: 'ann', content: `Memo ${i} of the harbour`, dedupe: false, metadata: { i, note: note(i) } },
  }));
  for (let i = 0; i < COUNT; i += 50) {
    const { status } = await service.call('POST', '/memory/batch', {
      key,
      body: { memories: memories.slice(i, i + 50) },
    });
    assert.equal(status, 201);
  }
}
// biome-ignore lint/suspicious/noExplicitAny: as the service wrote it
const isWhole = ({ metadata }: any) => metadata.note === note(metadata.i);

onBothEngines('large responses', (start) => {
  it('end pages of a list early, and contain every memory once', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    await fill(service, key);
    const seen: number[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages++) {
      const query = { user_id: 'ann', limit: 200, ...(cursor ? { cursor } : {}) };
      const { body } = await service.call('GET', '/memory', { key, query });
      assert.equal(body.count, body.memories.length);
      assert.ok(body.memories.length > 0 && body.memories.every(isWhole));
      seen.push(...body.memories.map(({ metadata }: { metadata: { i: number } }) => metadata.i));
      cursor = body.next_cursor;
    }
    assert.ok(pages > 1);
    assert.deepEqual(
      seen.sort((a, b) => a - b),
      Array.from({ length: COUNT }, (_, i) => i),
    );
  });

  it('arrive complete and with the stated length, even if the client reads slowly', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    await fill(service, key);
    const { status, body, headers } = await service.call('GET', '/memory/retrieve', {
      ...{ key, query: { user_id: 'ann', q: 'harbour', limit: 100 } },
    });
    assert.equal(status, 200);
    assert.ok(body.results.length === COUNT && body.results.every(isWhole));
    assert.equal(Number(headers.get('content-length')), Buffer.byteLength(JSON.stringify(body)));

    const { port } = new URL(service.url);
    const slow = connect(Number(port), '127.0.0.1');
    slow.write(
      `GET /memory/retrieve?user_id=ann&q=harbour&limit=100 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
    await once(slow, 'readable'); // the response has begun, and is not read any further
    assert.equal((await service.call('GET', '/memory', { key, query: { limit: 1 } })).status, 200);
    const chunks: Buffer[] = [];
    for await (const chunk of slow) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const taken = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
    assert.ok(taken.results.length === COUNT && taken.results.every(isWhole));
  });
});
