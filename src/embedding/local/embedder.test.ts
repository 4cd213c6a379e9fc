import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { manualTimer, runReady } from '../../kernel/timer.test.kit.js';
import { dot } from '../../ranking/dot.js';
import { EmbeddingUnavailable } from '../embedder.js';
import { defaultModelCache } from '../models/cache-dir.js';
import { installModel } from '../models/install.js';
import { DEFAULT_MODEL, modelNamed } from '../models/manifest.js';
import { LocalEmbedder } from './embedder.js';

const cacheDir = process.env.RECOLLECT_MODEL_CACHE ?? defaultModelCache();
const model = modelNamed(DEFAULT_MODEL);
const install = () => installModel(model.name, { cacheDir, sources: [] });
const workerUrl = new URL('./pool-worker.test.kit.js', import.meta.url);
const embedder = new LocalEmbedder({ model, install, threads: 2 });
after(() => embedder.close());

const only = async (text: string, from = embedder) => {
  const [result] = await from.embed([text], 'query');
  return result?.vectors[0] as Float32Array;
};

test('vectors have unit length and the dimension of the model', async () => {
  const vector = await only('Maria moved to Lisbon');
  assert.equal(vector.length, model.dimensions);
  assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-5);
  assert.deepEqual(embedder.state(), { status: 'ready', model: model.name, dimensions: 384, pending: 0 });
});

test('texts with similar meanings are closer than others', async () => {
  const home = await only('Where does Maria live now?');
  const moved = await only('Maria moved to Lisbon in March');
  const cello = await only('The cello needs new strings');
  assert.ok(dot(home, moved) > dot(home, cello) + 0.1);
});

test('the same text always gets the same vector, whatever is embedded beside it', async () => {
  const alone = await only('She is allergic to peanuts');
  const others = Array.from({ length: 12 }, (_, n) => `another text of ${'some '.repeat(n)}length`);
  const rounds = [0, 3, 7, 12].map(async (at) => {
    const texts = others.toSpliced(at, 0, 'She is allergic to peanuts');
    const [query, passage] = await Promise.all([embedder.embed(texts, 'query'), embedder.embed(texts, 'passage')]);
    assert.deepEqual(query[at]?.vectors, [alone]);
    assert.deepEqual(passage[at]?.vectors, [alone]);
  });
  await Promise.all(rounds);
});

test('a long text has one vector per passage and a query always one', async () => {
  const text = Array.from({ length: 60 }, (_, n) => `On day ${n} Jonas wrote a letter to his sister.`).join(' ');
  const [passages] = await embedder.embed([text], 'passage');
  const [query] = await embedder.embed([text], 'query');
  assert.ok((passages?.vectors.length ?? 0) >= 3);
  assert.equal(query?.vectors.length, 1);
  assert.equal(query?.tokens, model.maxTokens);
});

test('a text whose tokens were underestimated is still embedded as one passage', async () => {
  // Each of these words is two tokens, far more than the estimate by letters.
  const [result] = await embedder.embed(['qz xj kv wq '.repeat(84)], 'passage');
  assert.ok((result?.tokens ?? 0) > model.maxTokens);
  assert.equal(result?.vectors.length, 1);
  for (const vector of result?.vectors ?? []) assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-5);
});

test('a query goes before the passages that its worker already holds', async (t) => {
  const single = new LocalEmbedder({ model, install, threads: 1 });
  t.after(() => single.close());
  await single.ready();
  const order: string[] = [];
  const passages = ['a', 'b', 'c', 'd'].map((text) =>
    single.embed([text], 'passage').then(() => order.push('passage')),
  );
  await Promise.all([...passages, single.embed(['q'], 'query').then(() => order.push('query'))]);
  assert.ok(order.indexOf('query') <= 1, order.join());
});

test('closing during work fails the remaining texts and ends cleanly', async () => {
  const single = new LocalEmbedder({ model, install, threads: 2 });
  await single.ready();
  const work = assert.rejects(single.embed(Array(40).fill('some text to embed'), 'passage'), EmbeddingUnavailable);
  await single.close();
  await work;
  await assert.rejects(only('a', single), /closed/);
});

test('texts that are empty, blank, emoji or another script are embedded', async () => {
  const texts = ['', ' \n ', '😀😀', '你好，世界。', '안녕하세요', '\u0000', '\ud800', 'x'.repeat(5_000)];
  const results = await embedder.embed(texts, 'passage');
  assert.equal(results.length, texts.length);
  for (const { vectors } of results) {
    assert.ok(vectors.length > 0);
    for (const vector of vectors) assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-5);
  }
});

test('an empty list returns an empty list', async () => {
  assert.deepEqual(await embedder.embed([], 'passage'), []);
});

test('the light model, which pools by the mean, puts related texts closer than unrelated ones', async (t) => {
  const light = modelNamed('all-MiniLM-L6-v2');
  const folder = await installModel(light.name, { cacheDir, sources: [] }).catch(() => undefined);
  if (!folder) return t.skip(`${light.name} is not installed`);
  const other = new LocalEmbedder({ model: light, install: async () => folder, threads: 1 });
  t.after(() => other.close());
  const related = dot(await only('a cat sat on the mat', other), await only('a kitten rests on a rug', other));
  const unrelated = dot(await only('a cat sat on the mat', other), await only('interest rates rose', other));
  assert.ok(related > 0.5 && unrelated < 0.2);
});

test('an installation that fails leaves the embedder down with the reason, and is retried', async (t) => {
  const timer = manualTimer();
  let fails = true;
  const late = new LocalEmbedder({
    model,
    install: async () => (fails ? Promise.reject(new Error('no network')) : install()),
    threads: 1,
    later: timer.later,
  });
  t.after(() => late.close());
  await assert.rejects(only('a', late), /no network/);
  assert.equal(late.state().status, 'down');
  assert.equal(late.state().detail, 'no network');
  fails = false;
  timer.pass();
  await late.ready();
  assert.equal((await only('a', late)).length, 384);
  assert.equal(late.state().status, 'ready');
});

test('while the model is downloaded, calls fail immediately and closing aborts the download', async () => {
  let given: AbortSignal | undefined;
  const fetching = new LocalEmbedder({
    model,
    install: (signal, onDownload) => {
      given = signal;
      onDownload();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  await runReady();
  await assert.rejects(only('a', fetching), EmbeddingUnavailable);
  assert.equal(fetching.state().status, 'starting');
  await fetching.close();
  assert.equal(given?.aborted, true);
});

test('pieces that an abandoned call had finished are not embedded again', async (t) => {
  const single = new LocalEmbedder({ model, install: async () => 'fine', threads: 1, workerUrl });
  t.after(() => single.close());
  await single.ready();
  const givingUp = new AbortController();
  const first = single.embed(['a', 'b', 'hold'], 'passage', givingUp.signal, 'key');
  while (single.state().pending !== 1) await new Promise(setImmediate);
  givingUp.abort();
  await assert.rejects(first, EmbeddingUnavailable);
  const numbers = async (texts: string[], key: string) =>
    (await single.embed(texts, 'passage', undefined, key)).map(({ vectors }) => vectors[0]?.[0]);
  const again = await numbers(['a', 'b', 'c'], 'key');
  assert.deepEqual(again.slice(0, 2), [0, 1]);
  const last = again[2] as number;
  assert.ok(last > 1);
  assert.deepEqual(await numbers(['a', 'b'], 'key'), [last + 1, last + 2], 'what was used is not kept');
});

test('pieces that an abandoned call had finished are reused only for the same key', async (t) => {
  const single = new LocalEmbedder({ model, install: async () => 'fine', threads: 1, workerUrl });
  t.after(() => single.close());
  await single.ready();
  const givingUp = new AbortController();
  const first = single.embed(['a', 'hold'], 'passage', givingUp.signal, 'key');
  while (single.state().pending !== 1) await new Promise(setImmediate);
  givingUp.abort();
  await assert.rejects(first, EmbeddingUnavailable);
  const [other] = await single.embed(['a', 'b'], 'passage', undefined, 'another');
  assert.notEqual(other?.vectors[0]?.[0], 0);
});
