/**
 * Backing up, verifying and restoring the embedded database, compared with a plain copy of its file (flushed) in the same run; and the most resident
 * memory that each step adds, sampled every 20 ms.
 *   node dist/bench/backup.js [--memories 50000]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp, restoreBackup } from '../src/storage/backup/index.js';
import { seededRandom } from '../test/support/memories.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { benchService, fill, option } from './support.js';

const memories = option('memories', 50_000);
const PASSPHRASE = 'the passphrase of the benchmark';
const embedder = new StubEmbedder();
const service = await benchService({ embedder, background: false });
const { dimensions, id: model } = embedder.model;
const texts = (i: number) =>
  `Ann told us on day ${i} that she would rather take the train number ${(i * 7_919) % 9_973}.`;
await fill(service.database, service.keyId, 'ada', memories, dimensions, model, seededRandom(1), texts);
await service.database.scrub(); // empties the log: the file is the whole database

const folder = mkdtempSync(join(process.env.RECOLLECT_BENCH_DIR ?? tmpdir(), 'recollect-bench-backup-'));
const source = { dataDir: join(service.database.place, '..'), databaseUrl: undefined };
const { size } = await stat(service.database.place);
const work = { signal: new AbortController().signal, onProgress() {} };

async function copy(): Promise<void> {
  const to = join(folder, 'copy.db');
  await copyFile(service.database.place, to);
  const file = await open(to, 'r+');
  await file.sync();
  await file.close();
}
const backup = (name: string, passphrase: string | null, verify = false) =>
  backUp(source, join(folder, name), { passphrase, verify, keep: null }, work);

const seconds: Record<string, number> = {};
const bytes: Record<string, number> = {};
const added: Record<string, number> = {};
for (const [name, run] of Object.entries({
  copy,
  backup: () => backup('plain', null),
  'backup, encrypted': () => backup('encrypted', PASSPHRASE),
  'backup --verify': () => backup('verified', null, true),
  restore: () =>
    restoreBackup(join(folder, 'plain'), { ...source, dataDir: join(folder, 'data') }, { passphrase: null }, work),
})) {
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const began = performance.now();
  const report = await run();
  seconds[name] = (performance.now() - began) / 1_000;
  clearInterval(sampling);
  added[name] = (most - before) / 1e6;
  if (report && 'bytes' in report) bytes[name] = report.bytes;
}
await service.end();
rmSync(folder, { recursive: true });

console.log(`${memories} memories, ${(size / 1e6).toFixed(0)} MB`);
for (const [name, took] of Object.entries(seconds)) {
  const share = bytes[name] ? `, ${((bytes[name] / size) * 100).toFixed(0)} % of the size` : '';
  const ratio = took / (seconds.copy as number);
  console.log(
    `${name}: ${took.toFixed(2)} s, ${(size / 1e6 / took).toFixed(0)} MB/s, ${ratio.toFixed(1)} × copy, at most +${added[name]?.toFixed(0)} MB${share}`,
  );
}
