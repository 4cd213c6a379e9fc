/**
 * The cost of the edge: calls per second of an operation that does nothing, compared with a bare `node:http` server with the same response.
 *   node dist/bench/edge.js [--seconds 4]
 * Both servers and the client share one process; the servers alternate, so that a busy machine slows both.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { catalogue, Gate } from '../src/edge/http/catalogue.test.kit.js';
import { fakeParts } from '../src/edge/http/fakes.test.kit.js';
import { HttpServer } from '../src/edge/http/server.js';
import { Pipeline } from '../src/edge/pipeline.js';
import { LoadClient } from './load/client.js';
import { median, option } from './support.js';

const seconds = option('seconds', 4);
const CLIENTS = 16;
const ROUNDS = 5;

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const edge = new HttpServer({
  operations: catalogue(new Gate()),
  pipeline: new Pipeline(fakeParts().parts),
  log: silent,
});
const bare = createServer((_, response) => {
  const body = '{"id":"a"}';
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
});
const edgePort = (await edge.listen('127.0.0.1', 0)).port;
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
const barePort = (bare.address() as AddressInfo).port;

async function callsPerSecond(port: number): Promise<number> {
  const client = new LoadClient('ro');
  const end = performance.now() + (seconds * 1_000) / ROUNDS;
  let calls = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (; performance.now() < end; calls++) {
        const { status } = await client.send(`http://127.0.0.1:${port}`, 'GET', '/things/a');
        if (status !== 200) throw new Error(`status ${status}`);
      }
    }),
  );
  client.close();
  return (calls * 1_000) / (performance.now() - began);
}

await callsPerSecond(edgePort);
await callsPerSecond(barePort);
const rounds: { edge: number; bare: number }[] = [];
for (let i = 0; i < ROUNDS; i++)
  rounds.push({ edge: await callsPerSecond(edgePort), bare: await callsPerSecond(barePort) });
const shares = rounds.map((round) => round.edge / round.bare);
console.log(`edge ${median(rounds.map((round) => round.edge)).toFixed(0)}/s`);
console.log(`bare ${median(rounds.map((round) => round.bare)).toFixed(0)}/s`);
console.log(`edge / bare ${median(shares).toFixed(2)} (${shares.map((share) => share.toFixed(2)).join(' ')})`);
await edge.stop(0);
bare.close();
