import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../kernel/clock.js';
import { silentLog } from '../kernel/log.js';
import { EmbeddingUnavailable } from './embedder.js';
import { createEmbedder } from './index.js';
import { defaultModelCache } from './models/cache-dir.js';
import { UnknownModel } from './models/manifest.js';
import { noEmbedder } from './none.js';

const cacheDir = process.env.RECOLLECT_MODEL_CACHE ?? defaultModelCache();
const common = { cacheDir, clock: systemClock, log: silentLog };

test('the local embedder starts by itself and returns vectors', async () => {
  const embedder = await createEmbedder({ ...common, kind: 'local', sources: [], threads: 1 });
  try {
    const [result] = await embedder.embed(['Maria moved to Lisbon'], 'passage');
    assert.equal(result?.vectors[0]?.length, embedder.model.dimensions);
    assert.equal(embedder.state().status, 'ready');
  } finally {
    await embedder.close();
  }
});

test('a model that cannot be installed leaves the embedder down, and calls fail as unavailable', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'recollect-empty-'));
  const embedder = await createEmbedder({
    ...{ ...common, cacheDir: empty, kind: 'local', sources: [] },
    model: 'bge-small-en-v1.5',
  });
  await embedder.ready();
  assert.equal(embedder.state().status, 'down');
  assert.match(embedder.state().detail ?? '', /could not be installed/);
  await assert.rejects(embedder.embed(['a'], 'query'), EmbeddingUnavailable);
  await embedder.close();
  await rm(empty, { recursive: true, force: true });
});

test('an unknown model name and an endpoint without an address fail immediately', async () => {
  await assert.rejects(createEmbedder({ ...common, kind: 'local', model: 'nonsense' }), UnknownModel);
  await assert.rejects(createEmbedder({ ...common, kind: 'openai', apiModel: 'x' }), /address/);
});

test('a disabled embedder reports that it is off', async () => {
  const embedder = noEmbedder();
  assert.equal(embedder.state().status, 'off');
  await embedder.ready();
  await assert.rejects(embedder.embed(['a'], 'query'), /switched off/);
  assert.deepEqual(await embedder.embed([], 'query'), []);
  await embedder.close();
});

test('the id of a remote model names its API and its model', async () => {
  const config = { ...common, kind: 'openai' as const, url: 'http://127.0.0.1:9/v1', apiModel: 'tiny' };
  const embedder = await createEmbedder(config);
  assert.deepEqual(embedder.model, { id: 'openai:tiny', dimensions: null });
  await embedder.close();
});
