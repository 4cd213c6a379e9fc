/**
 * What traces and metrics cost: calls per second of services that differ in nothing else, against one with both off, in one run.
 *   node dist/bench/telemetry.js [--seconds 40] [--before DIST/src/main.js]
 * Each service is a process of its own: the first trace switches on hooks of Node for the whole process. Turns are taken, so that a busy
 * machine slows all. `off, again` is a second one that is off: how far it is from 1 is chance. `--before` names an earlier build. There is
 * no model: reading and storing one short memory is the least work that a call can be, so the share of the rest is the largest.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ChildService, freePort } from '../src/testing/child-service.js';
import { Target } from '../src/testing/fire/target.js';
import { LoadClient } from './load-client.js';
import { median, option, textOption } from './support.js';

const seconds = option('seconds', 40);
const ROUNDS = 20;
const CLIENTS = 8;
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const collector = fork(new URL('./receiver.js', import.meta.url));
const [{ port }] = (await once(collector, 'message')) as [{ port: number }];
const on = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
const before = textOption('before');

interface Contender {
  name: string;
  env?: Record<string, string>;
  headers?: Record<string, string>;
  entry?: URL;
}
const CONTENDERS: Contender[] = [
  { name: 'off' },
  { name: 'off, again' },
  ...(before ? [{ name: 'before', entry: pathToFileURL(resolve(before)) }] : []),
  { name: 'off, with traceparent', headers: { traceparent: TRACEPARENT } },
  { name: 'on, 1 % sampled', env: { ...on, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' } },
  { name: 'on, all sampled', env: on },
];

interface Running extends Contender {
  service: ChildService;
  folder: string;
  client: LoadClient;
  id: string;
}

async function start(contender: Contender): Promise<Running> {
  const folder = mkdtempSync(join(process.env.RECOLLECT_BENCH_DIR ?? tmpdir(), 'recollect-bench-'));
  const env = { RECOLLECT_DATA_DIR: folder, RECOLLECT_EMBEDDER: 'none', LOG_LEVEL: 'error', ...contender.env };
  const service = new ChildService(await freePort(), env, contender.entry);
  await service.start();
  const { key } = await Target.withNewKey(service.url);
  const client = new LoadClient(key, contender.headers);
  const { text } = await client.send(service.url, 'POST', '/memory/store', {
    user_id: 'ada',
    content: 'Ada keeps bees.',
  });
  return { ...contender, service, folder, client, id: JSON.parse(text).id };
}

let number = 0;
const CALLS: Record<string, (at: Running) => Promise<{ status: number }>> = {
  get: ({ client, service, id }) => client.send(service.url, 'GET', `/memory/${id}`),
  store: ({ client, service }) =>
    client.send(service.url, 'POST', '/memory/store', { user_id: 'ada', content: `Note ${number++} of Ada` }),
};

async function callsPerSecond(at: Running, name: string, ms: number): Promise<number> {
  const began = performance.now();
  let calls = 0;
  const caller = async () => {
    for (; performance.now() < began + ms; calls++) {
      const { status } = (await CALLS[name]?.(at)) ?? { status: 0 };
      if (status !== 200 && status !== 201) throw new Error(`${at.name}: status ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, caller));
  return (calls * 1_000) / (performance.now() - began);
}

const running: Running[] = [];
for (const contender of CONTENDERS) running.push(await start(contender));
for (const name of Object.keys(CALLS)) {
  for (const at of running) await callsPerSecond(at, name, 1_000);
  const found = running.map(() => [] as number[]);
  for (let round = 0; round < ROUNDS; round++) {
    // Each begins as often as it ends.
    const order = running.map((_, i) => (i + round) % running.length);
    for (const i of round % 2 ? order : order.reverse()) {
      found[i]?.push(await callsPerSecond(running[i] as Running, name, (seconds * 1_000) / ROUNDS / running.length));
    }
  }
  for (const [i, { name: contender }] of running.entries()) {
    const ratios = (found[i] ?? []).map((calls, round) => calls / (found[0]?.[round] ?? 1));
    const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
    const calls = `${median(found[i] ?? []).toFixed(0)}/s`;
    console.log(`${name}, ${contender}: ${calls}, ${median(ratios).toFixed(3)} of off (${low} to ${high})`);
  }
}
for (const { service, client, folder } of running) {
  client.close();
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
collector.disconnect();
