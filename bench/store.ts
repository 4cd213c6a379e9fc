/**
 * Storing, compared with what its parts do alone in the same run.
 *   node dist/bench/store.js [--texts 600] [--stub 20000]
 * 1. with the local model, 32 at a time, compared with the model alone on the same texts;
 * 2. with a stub in place of the model, compared with durable single-row commits of SQLite alone on the same disk.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { store } from '../src/features/memories/store.js';
import { openSqlite } from '../src/storage/sqlite/driver.js';
import { seededRandom } from '../test/support/memories.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { benchService, option, pool } from './support.js';

const WIDTH = 32;
const random = seededRandom(5);
// A vocabulary of realistic size: texts made of only a few words would all be near duplicates of each other.
const SYLLABLES = 'ka lo mi ter san do ve lin pra su no be gar tu ri fen mo da shi el'.split(' ');
const WORDS = Array.from({ length: 3_000 }, () =>
  Array.from({ length: 2 + Math.floor(random() * 2) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
    '',
  ),
);
const sentence = (i: number) =>
  `${Array.from({ length: 12 }, () => WORDS[Math.floor(WORDS.length * random() ** 2)]).join(' ')} (${i}).`;
const rate = (count: number, ms: number) => Math.round(count / (ms / 1_000));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** CPU time of all threads per item of `count`: the figure that other work on the machine affects least. */
async function cpuEach(count: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / count;
}

async function withModel(): Promise<void> {
  const texts = option('texts', 600);
  const service = await benchService({});
  await service.embedder.ready();
  const alone: number[] = [];
  const stored: number[] = [];
  for (let round = 0; round < 3; round++) {
    const a = Array.from({ length: texts }, (_, i) => sentence(i));
    const b = Array.from({ length: texts }, (_, i) => sentence(i));
    alone.push(
      rate(texts, await timed(() => pool(texts, WIDTH, (i) => service.embedder.embed([a[i] ?? ''], 'passage')))),
    );
    stored.push(
      rate(
        texts,
        await timed(() =>
          pool(texts, WIDTH, (i) => service.perform(store, { user_id: `u${i % 50}`, content: b[i] ?? '' })),
        ),
      ),
    );
  }
  await service.end();
  const [m, s] = [Math.max(...alone), Math.max(...stored)];
  console.log(
    `local model: alone ${m}/s, store ${s}/s, ratio ${(s / m).toFixed(2)} (best of 3, alone ${alone.join(' ')}, store ${stored.join(' ')})`,
  );
}

function singleRowCommits(milliseconds: number): number {
  const folder = mkdtempSync(join(process.env.RECOLLECT_BENCH_DIR ?? tmpdir(), 'recollect-commits-'));
  const db = openSqlite(join(folder, 'commits.db'));
  db.exec(
    'pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full; create table t (id text primary key, content text)',
  );
  const insert = db.prepare('insert into t values (?, ?)');
  const began = performance.now();
  let count = 0;
  while (performance.now() - began < milliseconds) insert.run(`id ${count++}`, sentence(count));
  const done = rate(count, performance.now() - began);
  db.close();
  rmSync(folder, { recursive: true, force: true });
  return done;
}

async function withStub(): Promise<void> {
  const count = option('stub', 20_000);
  const vector = new Float32Array(384).fill(Math.sqrt(1 / 384));
  class Instant extends StubEmbedder {
    override async embed(texts: readonly string[]) {
      return texts.map(() => ({ vectors: [vector], tokens: 1 }));
    }
  }
  const service = await benchService({ embedder: new Instant(384) });
  const commits: number[] = [];
  const stores: number[] = [];
  const http: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < 3; round++) {
    commits.push(singleRowCommits(2_000));
    const body = (i: number) => ({ user_id: `u${i % 100}`, content: `${round} ${sentence(i)}` });
    const all = () => pool(count, WIDTH, (i) => service.perform(store, body(i)));
    stores.push(rate(count, await timed(async () => cpu.push(await cpuEach(count, all)))));
    const over = Math.round(count / 4);
    const headers = { authorization: `Bearer ${service.key}` };
    const send = async (i: number) =>
      (
        await fetch(`${service.url}/memory/store`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ ...body(i), agent_id: 'http' }),
        })
      ).text();
    http.push(rate(over, await timed(() => pool(over, WIDTH, send))));
  }
  const figures = await service.database.figures();
  await service.end();
  const [c, s] = [Math.max(...commits), Math.max(...stores)];
  console.log(
    `stub model: SQLite alone ${c} commits/s, store ${s}/s, ratio ${(s / c).toFixed(2)} (best of 3, alone ${commits.join(' ')}, store ${stores.join(' ')})`,
  );
  console.log(`stub model: CPU time of a store ${cpu.map((ms) => ms.toFixed(2)).join(' ')} ms`);
  console.log(
    `stub model over HTTP, client in the same process: ${http.join(' ')}/s; stores per commit ${((figures.writes?.units ?? 0) / (figures.writes?.commits ?? 1)).toFixed(1)}`,
  );
}

if (!process.argv.includes('--stub-only')) await withModel();
if (!process.argv.includes('--model-only')) await withStub();
