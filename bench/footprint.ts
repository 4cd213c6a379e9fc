/**
 * What the built service needs, in its own process: time to the first response, memory after the start and with memories in use, and the longest
 * stall of its event loop under load.
 *   node dist/bench/footprint.js [--memories 100000] [--model local]
 * Without `--model local` the vectors (384 dimensions) come from a stub endpoint on loopback, so that filling takes minutes, not hours.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildService, freePort } from '../test/support/child-service.js';
import { EmbeddingEndpoint } from '../test/support/embedding-endpoint.js';
import { ADMIN_KEY } from '../test/support/service.js';
import { option, pool, quantile, textOption } from './support.js';

const count = option('memories', 100_000);
const local = textOption('model') === 'local';
const folder = mkdtempSync(join(process.env.RECOLLECT_BENCH_DIR ?? tmpdir(), 'recollect-footprint-'));
const endpoint = await new EmbeddingEndpoint(384).start();
const service = new ChildService(await freePort(), {
  RECOLLECT_DATA_DIR: folder,
  ...(local ? {} : { RECOLLECT_EMBEDDER: 'openai', RECOLLECT_EMBEDDINGS_URL: endpoint.url }),
});

const megabytes = (kind: 'VmRSS' | 'VmHWM') =>
  Math.round(
    Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1024,
  );
const call = async (method: string, path: string, key: string, body?: unknown) => {
  const init = { method, headers: { authorization: `Bearer ${key}` }, ...(body ? { body: JSON.stringify(body) } : {}) };
  return (await fetch(service.url + path, init)).json() as Promise<Record<string, unknown>>;
};
async function stallMs(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Math.round(Number(/recollect_event_loop_delay_seconds\{[^}]*max[^}]*\} ([\d.e-]+)/.exec(text)?.[1]) * 1_000);
}

const starts: number[] = [];
for (let i = 0; i < 5; i++) {
  const began = performance.now();
  await service.start();
  starts.push(performance.now() - began);
  if (i < 4) await service.end('SIGTERM');
}
console.log(
  `start to first response: ${starts.map((ms) => Math.round(ms)).join(' ')} ms (the first one makes the database)`,
);
const { key } = (await call('POST', '/auth/keys', ADMIN_KEY, {
  name: 'bench',
  owner: 'bench',
  scopes: ['read', 'write'],
})) as { key: string };
await call('POST', '/memory/store', key, { user_id: 'warm', content: 'A first memory' });
console.log(`resident after the first store: ${megabytes('VmRSS')} MB`);
await stallMs(); // discarded: the next reading covers only what follows

const batch = 100;
const began = performance.now();
await pool(count / batch, 4, (i) =>
  call('POST', '/memory/batch', key, {
    memories: Array.from({ length: batch }, (_, n) => ({
      user_id: 'big',
      content: `Memory ${i * batch + n} about the ${i}th day at the ${n}th place`,
    })),
  }),
);
console.log(
  `${count} stored in batches of ${batch}: ${Math.round(count / ((performance.now() - began) / 1_000))}/s, stall ${await stallMs()} ms`,
);
const cold = performance.now();
await call('GET', '/memory/retrieve?user_id=big&q=a+place', key);
console.log(
  `first search in the scope of ${count}: ${Math.round(performance.now() - cold)} ms, stall ${await stallMs()} ms`,
);
const took: number[] = [];
await pool(400, 4, async (i) => {
  const t = performance.now();
  if (i % 4 === 0) await call('POST', '/memory/store', key, { user_id: 'big', content: `One more, number ${i}` });
  else await call('GET', `/memory/retrieve?user_id=big&q=the+day+${i}`, key);
  took.push(performance.now() - t);
});
console.log(
  `mixed load, 4 at a time: p50 ${quantile(took, 0.5).toFixed(1)} ms, p99 ${quantile(took, 0.99).toFixed(1)} ms, stall ${await stallMs()} ms`,
);
console.log(`resident with ${count} memories in play: ${megabytes('VmRSS')} MB (peak ${megabytes('VmHWM')} MB)`);
await service.end('SIGTERM');
await endpoint.stop();
rmSync(folder, { recursive: true, force: true });
