/**
 * The cost of traces and metrics: CPU time per call of services that differ in nothing else, compared with one that has both off, in one run.
 *   node dist/bench/telemetry.js [--seconds 40] [--before DIST/src/main.js]
 * Each service is its own process: the first trace enables Node hooks for the whole process. The services alternate. CPU time (all threads, from
 * /proc, so Linux only) hardly depends on what else the machine does; calls per second do. `off, again` is a second service with both off: its
 * distance from 1 is noise. `--before` names an earlier build. There is no model: reading and storing one short memory is the least work a call can
 * do, so the relative overhead is the largest.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Target } from '../campaigns/fire/target.js';
import { ChildService, freePort } from '../test/support/child-service.js';
import { LoadClient } from './load/client.js';
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

/** CPU milliseconds of all threads so far; the kernel counts in hundredths of a second. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

interface Spent {
  calls: number;
  ms: number;
  processorMs: number;
}

async function spend(at: Running, name: string, ms: number): Promise<Spent> {
  const began = performance.now();
  const before = processorTime(at.service.pid);
  let calls = 0;
  const caller = async () => {
    for (; performance.now() < began + ms; calls++) {
      const { status } = (await CALLS[name]?.(at)) ?? { status: 0 };
      if (status !== 200 && status !== 201) throw new Error(`${at.name}: status ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, caller));
  return { calls, ms: performance.now() - began, processorMs: processorTime(at.service.pid) - before };
}

const perCall = (spent: readonly Spent[]) =>
  spent.reduce((sum, one) => sum + one.processorMs, 0) / spent.reduce((sum, one) => sum + one.calls, 0);

const running: Running[] = [];
for (const contender of CONTENDERS) running.push(await start(contender));
for (const name of Object.keys(CALLS)) {
  for (const at of running) await spend(at, name, 2_000); // until its code is compiled
  const found = running.map(() => [] as Spent[]);
  for (let round = 0; round < ROUNDS; round++) {
    // Each goes first as often as last.
    const order = running.map((_, i) => (i + round) % running.length);
    for (const i of round % 2 ? order : order.reverse()) {
      found[i]?.push(await spend(running[i] as Running, name, (seconds * 1_000) / ROUNDS / running.length));
    }
  }
  const off = perCall(found[0] ?? []);
  for (const [i, { name: contender }] of running.entries()) {
    const spent = found[i] ?? [];
    const rate = median(spent.map(({ calls, ms }) => (calls * 1_000) / ms)).toFixed(0);
    // Halves of the run, to show how much is noise.
    const halves = [0, 1].map((half) => perCall(spent.filter((_, round) => round % 2 === half)) / off);
    const ratio = `${(perCall(spent) / off).toFixed(3)} of off (${halves.map((one) => one.toFixed(3)).join(', ')})`;
    console.log(
      `${name}, ${contender}: ${perCall(spent).toFixed(3)} ms of processor time per call, ${ratio}; ${rate}/s`,
    );
  }
}
for (const { service, client, folder } of running) {
  client.close();
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
collector.disconnect();
