import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod';
import { defineOperation } from '../../../features/request.js';
import { Lines } from '../../../kernel/operation.js';
import { catalogue, Gate } from '../catalogue.test.kit.js';
import { RawClient } from '../raw-client.test.kit.js';
import { startServer } from '../server.test.kit.js';
import { Arriving } from './arriving.js';

const KB = 1024;

describe('the memory of bodies that arrive', () => {
  it('is taken from the flow that holds the most, its largest body first', () => {
    const cut: string[] = [];
    const arriving = new Arriving(100);
    const begin = (flow: string, name: string) => arriving.begin(flow, () => cut.push(name));
    const [small, large, other] = [begin('a', 'small'), begin('a', 'large'), begin('b', 'other')];
    small.hold(30);
    large.hold(31);
    other.hold(39);
    assert.deepEqual(cut, []);
    other.hold(40);
    assert.deepEqual(cut, ['large']);
    large.hold(1_000);
    other.hold(71);
    assert.deepEqual(cut, ['large', 'other']);
  });

  it('counts a body until its call ends, and cuts it off only while it arrives', () => {
    const cut: string[] = [];
    const arriving = new Arriving(100);
    const begin = (flow: string, name: string) => arriving.begin(flow, () => cut.push(name));
    const whole = begin('a', 'whole');
    whole.hold(60);
    whole.arrived();
    begin('b', 'late').hold(41);
    assert.deepEqual(cut, ['late']);
    whole.end();
    begin('b', 'later').hold(100);
    assert.deepEqual(cut, ['late']);
  });
});

describe('a server whose memory for arriving bodies is used up', async () => {
  const lines = defineOperation({
    ...{ id: 'lines', method: 'POST', path: '/lines', scope: 'write', success: 201 },
    ...{ group: 'Test', summary: 'Test', output: z.any() },
    lines: { field: 'items', limit: 800 * KB },
    input: z.object({ items: z.custom<Lines>((value) => value instanceof Lines) }),
    async handler(_request, { items }) {
      let held = 0;
      for await (const line of items) {
        held += line.bytes ?? 0;
        items.hold(held);
      }
      return { held };
    },
  });
  const operations = [...catalogue(new Gate()), lines];
  const { port } = await startServer({ operations, arriving: new Arriving(600 * KB) });
  const head = (key: string, path: string, headers: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${headers}\r\n\r\n`;
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const stream = 'Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked';
  const body = `{"user_id":"u","content":"c"}`.padEnd(300 * KB);
  const thing = head('wo', '/things', `Content-Length: ${body.length}`);

  it('refuses the rest of a line, so that another key can send its body', async () => {
    const greedy = new RawClient(port).send(head('rw', '/lines', stream) + chunk('"'.padEnd(500 * KB)));
    const modest = new RawClient(port).send(thing + body.slice(0, 200 * KB));
    assert.match(await greedy.closed, /^HTTP\/1\.1 503 [\s\S]*"overloaded"/);
    assert.match(await modest.send(body.slice(200 * KB)).until('"id"'), /^HTTP\/1\.1 201 /);
    modest.socket.destroy();
  });

  it('refuses a stream whose lines are still held', async () => {
    const greedy = new RawClient(port).send(head('rw', '/lines', stream) + chunk(`"${'x'.repeat(KB)}"\n`.repeat(500)));
    const modest = new RawClient(port).send(thing + body.slice(0, 200 * KB));
    assert.match(await greedy.closed, /^HTTP\/1\.1 503 /);
    modest.socket.destroy();
  });

  it('refuses the rest of an ordinary body of the greediest', async () => {
    const [first, second] = ['rw', 'rw'].map((key) =>
      new RawClient(port).send(head(key, '/things', 'Content-Length: 900000') + ' '.repeat(290 * KB)),
    ) as [RawClient, RawClient];
    const modest = new RawClient(port).send(thing + body.slice(0, 200 * KB));
    assert.match(await Promise.race([first.closed, second.closed]), /^HTTP\/1\.1 503 /);
    assert.match(await modest.send(body.slice(200 * KB)).until('"id"'), /^HTTP\/1\.1 201 /);
    for (const { socket } of [first, second, modest]) socket.destroy();
  });
});
