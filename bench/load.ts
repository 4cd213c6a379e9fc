/**
 * Load over HTTP on built services in their own processes; vectors (64 dimensions) come from a stub endpoint on loopback.
 *   node dist/bench/load.js [--part nodes|connections|overload|soak] [--seconds 20] [--connections 1000] [--minutes 2] [--max-in-flight 128]
 *     [--rate 60] [--postgres URL]
 * nodes: throughput, p50 and p99 per operation with 32 clients on SQLite and, with --postgres, on 1, 2 and 3 nodes sharing it.
 * connections: 1,000 connections, each with a call in flight all the time.
 * overload: ten times as many calls per second as the service can handle, sent whether or not it responds; goodput relative to its capacity.
 * soak (`npm run soak -- --minutes 60`): memory and descriptors of the process over time, what is left of each thread's heap after a collection, p99
 * of stores and retrieves in each tenth of the run, and errors. As fast as it goes, or with --rate at so many calls per second. Exits with 1 if
 * there are errors.
 * Client and services share the machine: on few cores they compete.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoadClient, Tally } from './load/client.js';
import { closedLoop, Mix, storeInitial } from './load/mix.js';
import { startNodes } from './load/nodes.js';
import { option, pool, quantile, textOption } from './support.js';

const SECONDS = option('seconds', 20);
const WIDTH = 32;
const OVERLOAD = 10;
const part = textOption('part');
const wanted = (name: string) => part === undefined || part === name;
const say = (line: string) => console.log(line);
const machine = () =>
  `${cpus().length} cores, load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`;

const mixesOf = (
  client: LoadClient,
  urls: readonly string[],
  count: number,
  name: string,
  stock: readonly string[] = [],
) => {
  const each = Math.floor(stock.length / count);
  return Array.from({ length: count }, (_, i) => new Mix(client, urls, i, name, stock.slice(i * each, (i + 1) * each)));
};

async function nodes(postgres: string | undefined): Promise<void> {
  for (const [count, url] of [[1, undefined], ...(postgres ? [1, 2, 3].map((n) => [n, postgres]) : [])] as [
    number,
    string | undefined,
  ][]) {
    const started = await startNodes(count, url);
    const client = new LoadClient(started.key);
    const mixes = mixesOf(client, started.urls, WIDTH, 'nodes');
    await closedLoop(mixes, new Tally(), SECONDS * 250);
    const tally = new Tally();
    await closedLoop(mixes, tally, SECONDS * 1_000);
    say(
      `\n${url ? `PostgreSQL, ${count} node${count > 1 ? 's' : ''}` : 'SQLite'}, ${WIDTH} clients (${machine()}): ${tally.perSecond}/s (${tally.statusText})`,
    );
    for (const line of tally.lines()) say(line);
    client.close();
    await started.stop();
  }
}

async function connections(): Promise<void> {
  const count = option('connections', 1_000);
  const started = await startNodes(1, textOption('postgres'));
  const client = new LoadClient(started.key);
  const tally = new Tally();
  await closedLoop(mixesOf(client, started.urls, count, 'many'), tally, option('seconds', 60) * 1_000);
  say(
    `\n${count} connections for ${option('seconds', 60)} s (${machine()}): ${tally.perSecond}/s (${tally.statusText})`,
  );
  for (const line of tally.lines()) say(line);
  const { rssMb, descriptors } = started.figures();
  say(`resident ${rssMb} MB, ${descriptors} descriptors`);
  client.close();
  await started.stop();
}

/** Calls at a steady rate, whatever happens to earlier ones. */
async function openLoop(
  mixes: readonly Mix[],
  tally: Tally,
  { perSecond, ms, sockets }: { perSecond: number; ms: number; sockets: number },
): Promise<{ unsent: number; perSecondMeanwhile: number }> {
  const under = new Set<Promise<unknown>>();
  const began = performance.now();
  let [sent, unsent] = [0, 0];
  while (performance.now() - began < ms) {
    const due = ((performance.now() - began) / 1_000) * perSecond;
    for (; sent + unsent < due; ) {
      if (under.size >= sockets) {
        unsent++;
        continue;
      }
      const mix = mixes[sent++ % mixes.length] as Mix;
      const call: Promise<unknown> = mix.step(tally).then(() => under.delete(call));
      under.add(call);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const perSecondMeanwhile = Math.round((tally.good / (performance.now() - began)) * 10_000) / 10;
  await Promise.all(under);
  return { unsent, perSecondMeanwhile };
}

async function overload(): Promise<void> {
  const started = await startNodes(1, textOption('postgres'));
  const sockets = option('sockets', 4_000);
  const client = new LoadClient(started.key);
  // The same clients with and without overload, with enough memories, so that both make the same calls about the same memories.
  const stock = await storeInitial(client, started.urls[0] as string);
  const mixes = mixesOf(client, started.urls, WIDTH * 4, 'overload', stock);
  const capacity = async () => {
    const tally = new Tally();
    await closedLoop(mixes, tally, SECONDS * 500);
    return tally;
  };
  // Connected before the overload, like the connections of a balancer.
  await pool(sockets, sockets, () => client.send(started.urls[0] as string, 'GET', '/health'));
  await capacity();
  const before = await capacity();
  const tally = new Tally();
  const rate = before.perSecond * OVERLOAD;
  const healths: number[] = [];
  const watcher = new LoadClient(started.key); // on a connection of its own, as a balancer's checks are
  const watch = setInterval(async () => {
    const at = performance.now();
    const { status } = await watcher.send(started.urls[0] as string, 'GET', '/health');
    healths.push(status === 200 ? performance.now() - at : Number.POSITIVE_INFINITY);
  }, 500);
  const { unsent, perSecondMeanwhile: overloaded } = await openLoop(mixes, tally, {
    perSecond: rate,
    ms: SECONDS * 1_000,
    sockets,
  });
  clearInterval(watch);
  watcher.close();
  const after = await capacity();
  const mean = (before.perSecond + after.perSecond) / 2;
  say(`\noverload (${machine()}): capacity ${before.perSecond}/s before, ${after.perSecond}/s after`);
  say(
    `${OVERLOAD} times that for ${SECONDS} s: ${overloaded} successful responses/s = ${Math.round((overloaded / mean) * 100)} % of the capacity (${tally.statusText}; ${unsent} not sent for want of a socket)`,
  );
  say(
    `/health meanwhile: ${healths.filter(Number.isFinite).length} of ${healths.length} good, slowest ${Math.round(Math.max(0, ...healths.filter(Number.isFinite)))} ms`,
  );
  if (client.unanswered.size > 0) say(`no response: ${JSON.stringify(Object.fromEntries(client.unanswered))}`);
  say('calm before:');
  for (const line of before.lines()) say(line);
  say('flood:');
  for (const line of tally.lines()) say(line);
  say('calm after:');
  for (const line of after.lines()) say(line);
  client.close();
  await started.stop();
}

async function soak(): Promise<void> {
  const seconds = option('minutes', 2) * 60;
  const folder = mkdtempSync(join(tmpdir(), 'recollect-soak-'));
  const heapFile = join(folder, 'heap');
  const started = await startNodes(1, textOption('postgres'), {
    NODE_OPTIONS: `--import=${new URL('./heap-watch.js', import.meta.url)}`,
    BENCH_HEAP_FILE: heapFile,
    BENCH_HEAP_EVERY_MS: String((seconds * 1_000) / 10),
  });
  const client = new LoadClient(started.key);
  await storeInitial(client, started.urls[0] as string);
  const mixes = mixesOf(client, started.urls, WIDTH * 2, 'soak');
  const rate = option('rate', 0);
  let unsent = 0;
  const tenths: Tally[] = [];
  const samples: { rssMb: number; descriptors: number }[] = [];
  const watch = setInterval(() => samples.push(started.figures()), Math.max(1_000, (seconds * 1_000) / 60));
  for (let tenth = 0; tenth < 10; tenth++) {
    const tally = new Tally();
    tenths.push(tally);
    if (rate === 0) await closedLoop(mixes, tally, seconds * 100);
    else unsent += (await openLoop(mixes, tally, { perSecond: rate, ms: seconds * 100, sockets: WIDTH * 2 })).unsent;
    tally.end();
  }
  clearInterval(watch);
  const statuses = new Map<number, number>();
  for (const tally of tenths)
    for (const [status, count] of tally.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  const errors = [...statuses].filter(([status]) => status < 200 || status > 299);
  const calls = tenths.reduce((sum, { good }) => sum + good, 0);
  const third = (from: number) =>
    samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * (from + 1 / 3)));
  const most = (of: typeof samples, name: 'rssMb' | 'descriptors') => Math.max(...of.map((sample) => sample[name]));
  const engine = textOption('postgres') ? 'PostgreSQL' : 'SQLite';
  say(
    `\nsoak of ${seconds} s on ${engine}, ${WIDTH * 2} clients (${machine()}): ${Math.round(calls / seconds)}/s, ${calls} calls, ${unsent} not sent because ${WIDTH * 2} were in flight`,
  );
  say(`errors: ${errors.map(([status, count]) => `${status || 'no response'}: ${count}`).join(', ') || 'none'}`);
  if (errors.some(([status]) => status !== 404)) process.exitCode = 1;
  for (const operation of ['store', 'retrieve'])
    say(
      `p99 of ${operation} in each tenth, ms: ${tenths
        .map(({ times }) => Math.round(quantile(times.get(operation) ?? [], 0.99)))
        .join(', ')}`,
    );
  const every = Math.ceil(samples.length / 10);
  say(
    `rssMb over time: ${samples
      .filter((_, i) => i % every === every - 1)
      .map(({ rssMb }) => rssMb)
      .join(', ')}`,
  );
  for (const name of ['rssMb', 'descriptors'] as const)
    say(`${name}, most in each third: ${[0, 1 / 3, 2 / 3].map((from) => most(third(from), name)).join(', ')}`);
  const threads = new Map<string, number[]>();
  for (const [thread = '', bytes] of readFileSync(heapFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ')))
    threads.set(thread, [...(threads.get(thread) ?? []), Math.round(Number(bytes) / 1e5) / 10]);
  for (const [thread, megabytes] of threads) say(`thread ${thread}, MB after each collection: ${megabytes.join(', ')}`);
  client.close();
  await started.stop();
  rmSync(folder, { recursive: true, force: true });
}

const postgres = textOption('postgres');
if (wanted('nodes')) await nodes(postgres);
if (wanted('connections')) await connections();
if (wanted('overload')) await overload();
if (wanted('soak')) await soak();
