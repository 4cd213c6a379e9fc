/**
 * How long batches make other calls wait: CPU time of the main thread between two turns of its event loop, which, unlike wall-clock time, other work
 * on the machine does not lengthen. Linux only.
 *   node dist/bench/stall.js [--batches 40]
 * Batches of 100 memories over HTTP, one and four at a time; a stub replaces the model. The client runs in the same process and counts.
 */
import { openSync, readSync } from 'node:fs';
import { seededRandom } from '../test/support/memories.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { benchService, option, pool } from './support.js';

const batches = option('batches', 40);
const BATCH = 100;
const random = seededRandom(5);
const SYLLABLES = 'ka lo mi ter san do ve lin pra su no be gar tu ri fen'.split(' ');
const syllable = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)];
const word = () => `${syllable()}${syllable()}${syllable()}`;
const text = (words: number) => Array.from({ length: words }, word).join(' ');

const usage = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
const buffer = Buffer.alloc(64);
const cpuMs = () => Number(buffer.toString('latin1', 0, readSync(usage, buffer, 0, 64, 0)).split(' ')[0]) / 1e6;

const service = await benchService({ embedder: new StubEmbedder(384) });
const headers = { authorization: `Bearer ${service.key}` };

async function run(label: string, words: number, width: number, count: number): Promise<void> {
  const bodies = Array.from({ length: count }, () =>
    JSON.stringify({ memories: Array.from({ length: BATCH }, () => ({ user_id: 'big', content: text(words) })) }),
  );
  const turns: number[] = [];
  let isOn = true;
  let last = cpuMs();
  const turn = () => {
    const now = cpuMs();
    turns.push(now - last);
    last = now;
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  await pool(count, width, async (i) => {
    await (await fetch(`${service.url}/memory/batch`, { method: 'POST', headers, body: bodies[i] ?? '' })).text();
  });
  isOn = false;
  const longest = turns.sort((a, b) => b - a).slice(0, 5);
  console.log(`${label}: longest ${longest.map((ms) => ms.toFixed(1)).join(' ')} ms`);
}

await run('first batches', 12, 4, 10);
await run('one at a time, 12 words', 12, 1, batches);
await run('four at a time, 12 words', 12, 4, batches);
await run('four at a time, 1,000 words', 1_000, 4, Math.round(batches / 4));
await service.end();
