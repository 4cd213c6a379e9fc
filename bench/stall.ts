/**
 * How long batches make other calls wait: the longest turns of the main thread's event loop (`turn-watch.ts`). Linux only.
 *   node dist/bench/stall.js [--batches 40] [--postgres URL]
 * Batches of 100 memories over HTTP, one and four at a time, to the built service in its own process; vectors come from a stub endpoint.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../test/support/memories.js';
import { startNodes } from './load/nodes.js';
import { option, pool, textOption } from './support.js';

const batches = option('batches', 40);
const BATCH = 100;
const random = seededRandom(5);
const SYLLABLES = 'ka lo mi ter san do ve lin pra su no be gar tu ri fen'.split(' ');
const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)];
const word = () => `${syllable()}${syllable()}${syllable()}`;
const text = (words: number) => Array.from({ length: words }, word).join(' ');

const folder = mkdtempSync(join(tmpdir(), 'recollect-stall-'));
const file = join(folder, 'turns');
const service = await startNodes(1, textOption('postgres'), {
  NODE_OPTIONS: `--import=${new URL('./turn-watch.js', import.meta.url)}`,
  BENCH_TURNS_FILE: file,
});
const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };

async function longestTurns(): Promise<string> {
  rmSync(file, { force: true });
  process.kill(service.pid, 'SIGUSR2');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '')
    await new Promise((resolve) => setTimeout(resolve, 50));
  return readFileSync(file, 'utf8');
}

async function run(label: string, words: number, width: number, count: number): Promise<void> {
  const bodies = Array.from({ length: count }, () =>
    JSON.stringify({ memories: Array.from({ length: BATCH }, () => ({ user_id: 'big', content: text(words) })) }),
  );
  await longestTurns();
  await pool(count, width, async (i) => {
    const url = `${service.urls[0]}/memory/batch`;
    const response = await fetch(url, { method: 'POST', headers, body: bodies[i] ?? '' });
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
    await response.text();
  });
  console.log(`${label}: longest ${await longestTurns()} ms`);
}

await run('first batches', 12, 4, 10);
await run('one at a time, 12 words', 12, 1, batches);
await run('four at a time, 12 words', 12, 4, batches);
await run('four at a time, 1,000 words', 1_000, 4, Math.round(batches / 4));
await service.stop();
rmSync(folder, { recursive: true, force: true });
