/**
 * Storing while ten webhooks are notified of every memory, compared with storing without any, in one run.
 *   node dist/bench/events.js [--stores 3000] [--rounds 3] [--subscriptions 10] [--model] [--postgres URL]
 * Rounds alternate. In rounds without webhooks, they are paused; in rounds with them, they also deliver what accumulated meanwhile. With `--model`
 * the local model embeds, otherwise a stub: then only the store itself is measured.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { change } from '../src/features/events/webhooks/change.js';
import { subscribe } from '../src/features/events/webhooks/subscribe.js';
import { store } from '../src/features/memories/store.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';
import { benchService, median, option, pool } from './support.js';

const WIDTH = 32;
const stores = option('stores', 3_000);
const rounds = option('rounds', 3);
const subscriptions = option('subscriptions', 10);
const vector = new Float32Array(384).fill(Math.sqrt(1 / 384));
class Instant extends StubEmbedder {
  override async embed(texts: readonly string[]) {
    return texts.map(() => ({ vectors: [vector], tokens: 1 }));
  }
}

const child = fork(new URL('./receiver.js', import.meta.url));
const [{ port }] = (await once(child, 'message')) as [{ port: number }];
const url = `http://127.0.0.1:${port}/`;
const service = await benchService(process.argv.includes('--model') ? {} : { embedder: new Instant(384) }, {
  RECOLLECT_WEBHOOK_ALLOW: '127.0.0.0/8',
});
await service.embedder.ready();

const ids: string[] = [];
for (let i = 0; i < subscriptions; i++) {
  const { body } = await service.perform(subscribe, { url: `${url}${i}`, events: ['*'] });
  ids.push((body as { id: string }).id);
}
const put = async (state: string) => {
  for (const id of ids) await service.perform(change, { id, state });
};

let written = 0;
async function round(): Promise<number> {
  const began = performance.now();
  await pool(stores, WIDTH, () =>
    service.perform(store, { user_id: `u${written % 100}`, content: `Memory number ${written++} of this measurement` }),
  );
  return Math.round(stores / ((performance.now() - began) / 1_000));
}

await put('paused');
await round(); // everything is warm now
const without: number[] = [];
const having: number[] = [];
for (let i = 0; i < rounds; i++) {
  await put('paused');
  without.push(await round());
  await put('active');
  having.push(await round());
}
const delivered = Number(await (await fetch(url)).text());
console.log(
  `store without subscriptions ${without.join(' ')}/s, with ${subscriptions} ${having.join(' ')}/s, ratio of the medians ` +
    `${(median(having) / median(without)).toFixed(2)}; ${delivered} webhooks were delivered meanwhile`,
);
child.disconnect();
await service.end();
