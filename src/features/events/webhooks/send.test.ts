import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { Guard } from '../guard/guard.js';
import { Receiver } from './receiver.test.kit.js';
import { Sender } from './send.js';

async function setUp(t: TestContext, limitMs?: number) {
  const receiver = await new Receiver().start();
  const sender = new Sender(new Guard(['127.0.0.0/8'], async () => ['127.0.0.1']), limitMs);
  t.after(async () => {
    sender.close();
    await receiver.stop();
  });
  const post = (key: string) => sender.post(receiver.url, { 'x-key': key }, '{}', key);
  return { receiver, sender, post };
}

test('a key does not wait for connections that another key holds to the same host', async (t) => {
  const { receiver, post } = await setUp(t);
  const held: ServerResponse[] = [];
  receiver.behaviour = ({ headers }, response) =>
    headers['x-key'] === 'many' ? held.push(response) : response.writeHead(204).end();
  const many = Array.from({ length: 40 }, () => post('many'));
  assert.equal((await post('one')).status, 204);
  receiver.well();
  await receiver.has(2);
  for (const response of held) response.writeHead(204).end();
  assert.ok((await Promise.all(many)).every(({ status }) => status === 204));
});

test('the time limit of a delivery begins when it has a connection', async (t) => {
  const { receiver, post } = await setUp(t, 300);
  let first = 8; // as many as the connections of a key
  receiver.behaviour = (_received, response) => {
    if (first-- <= 0) response.writeHead(204).end(); // the first ones get no response at all
  };
  const posted = await Promise.all(Array.from({ length: 10 }, () => post('key')));
  assert.deepEqual(
    posted.map(({ status }) => status),
    [...Array(8).fill(null), 204, 204],
  );
  assert.equal(posted[0]?.error, 'no complete response in time');
});

test('a connection error contains no address', async (t) => {
  const { receiver, sender } = await setUp(t);
  const { port } = new URL(receiver.url);
  await receiver.stop();
  const { error } = await sender.post(`http://inside.example.com:${port}/`, {}, '{}', 'key');
  assert.equal(error, 'the connection failed (ECONNREFUSED)');
});
