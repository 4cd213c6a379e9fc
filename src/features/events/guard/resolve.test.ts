import assert from 'node:assert/strict';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { nameServers } from './resolve.js';

/** The name in a query, which begins after 12 bytes. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at]; at += (question[at] ?? 0) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + (question[at] ?? 0)));
  return labels.join('.');
}

/** A response to the query: 192.0.2.7 for A, nothing for AAAA. */
function answerTo(question: Buffer): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const isA = question.readUInt16BE(end - 4) === 1;
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(isA ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
  return Buffer.concat([header, question.subarray(12, end), ...(isA ? [record] : [])]);
}

async function nameServer(hear: (question: Buffer, from: RemoteInfo, socket: Socket) => void) {
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => hear(question, from, socket));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, address: `127.0.0.1:${socket.address().port}` };
}

test('names whose servers do not respond do not hold up others', async () => {
  const unanswered = new Map<string, () => void>();
  const { socket, address } = await nameServer((question, from, own) => {
    const reply = () => own.send(answerTo(question), from.port, from.address);
    if (nameIn(question).startsWith('slow')) unanswered.set(question.toString('latin1'), reply);
    else reply();
  });
  const resolve = nameServers([address]);
  const slow = Array.from({ length: 50 }, (_, n) => resolve(`slow${n}.example.com`));
  assert.deepEqual(await resolve('quick.example.com'), ['192.0.2.7']);
  assert.deepEqual(await resolve('localhost'), ['127.0.0.1']);
  while (unanswered.size < 100) await new Promise((next) => setImmediate(next)); // A and AAAA queries for each have arrived
  for (const reply of unanswered.values()) reply();
  assert.equal((await Promise.all(slow)).filter(([first]) => first === '192.0.2.7').length, 50);
  socket.close();
});
