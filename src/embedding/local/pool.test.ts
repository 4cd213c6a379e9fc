import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { manualTimer } from '../../kernel/timer.test.kit.js';
import { EmbeddingUnavailable } from '../embedder.js';
import { DEFAULT_MODEL, modelNamed } from '../models/manifest.js';
import { WorkerPool } from './pool.js';

function setUp(t: TestContext, folder = 'fine', workers = 1) {
  const troubles: string[] = [];
  const timer = manualTimer();
  const setup = { folder, model: modelNamed(DEFAULT_MODEL) };
  const workerUrl = new URL('./pool-worker.test.kit.js', import.meta.url);
  const onTrouble = (reason: string) => troubles.push(reason);
  const pool = new WorkerPool({ workers, setup, workerUrl, later: timer.later, onTrouble });
  t.after(() => pool.close());
  return { pool, timer, setup, troubles };
}

test('several workers return a result for every text, in the order of the texts', async (t) => {
  const { pool } = setUp(t, 'fine', 2);
  const texts = ['hold', ...Array.from({ length: 10 }, (_, n) => 'a'.repeat(n + 1))]; // the first is not finished first
  assert.deepEqual(
    (await pool.run(texts, 'passage')).map(({ tokens }) => tokens),
    texts.map(({ length }) => length),
  );
  assert.equal(pool.pending, 0);
  assert.equal(pool.status, 'ready');
});

test('texts that arrive before the workers are ready are embedded', async (t) => {
  const { pool } = setUp(t);
  assert.equal(pool.status, 'starting');
  assert.equal((await pool.run(['a'], 'query')).length, 1);
});

test('a text that crashes its worker is retried on a new one and then fails; the others succeed', async (t) => {
  const { pool, troubles } = setUp(t);
  const crash = pool.run(['crash'], 'passage');
  const companions = Promise.all(['a', 'b'].map((text) => pool.run([text], 'query')));
  await assert.rejects(crash, /failed twice/);
  assert.equal((await companions).length, 2);
  assert.equal(troubles.length, 2);
  assert.equal((await pool.run(['after'], 'passage')).length, 1);
});

test('a text that the model cannot embed fails alone', async (t) => {
  const { pool } = setUp(t);
  const refused = pool.run(['refuse'], 'passage');
  const fine = pool.run(['a'], 'passage');
  await assert.rejects(refused, /not finite/);
  assert.equal((await fine).length, 1);
});

test('queries go before passages that came earlier', async (t) => {
  const { pool } = setUp(t);
  await pool.started();
  const passages = pool.run(['hold', 'hold', 'hold', 'hold', ...'abcdefgh'], 'passage');
  passages.catch(() => {});
  const [query] = await pool.run(['now'], 'query');
  // The held text is returned together with the query; no passage behind it was.
  assert.ok((query?.vector[0] ?? 9) <= 1);
});

test('one long call does not hold up a short one', async (t) => {
  const { pool } = setUp(t);
  await pool.started();
  const order: string[] = [];
  const long = pool.run(Array(50).fill('x'), 'passage').then(() => order.push('long'));
  const short = pool.run(['y'], 'passage').then(() => order.push('short'));
  await Promise.all([long, short]);
  assert.deepEqual(order, ['short', 'long']);
});

test('long calls of one key are finished one by one', async (t) => {
  const { pool } = setUp(t);
  await pool.started();
  const numbers = await Promise.all(Array.from({ length: 5 }, () => pool.run(Array(100).fill('x'), 'passage')));
  const last = numbers.map((results) => Math.max(...results.map(({ vector }) => vector[0] ?? 0)));
  // If they took turns, each would finish among the very last.
  assert.ok(Math.min(...last) < 150, `the first of them ended at ${Math.min(...last)} of 500`);
});

test("a key waits for what is in flight, not for another key's queue", async (t) => {
  const { pool } = setUp(t);
  await pool.started();
  const flood = Promise.all(Array.from({ length: 20 }, () => pool.run(Array(50).fill('x'), 'passage', undefined, 'a')));
  const [victim] = await pool.run(['y'], 'passage', undefined, 'b');
  // The worker held at most four pieces of the other key; this one came next.
  assert.ok((victim?.vector[0] ?? 99) <= 4, `it was number ${victim?.vector[0]}`);
  await flood;
});

/** Each worker numbers what it returns: two consecutive numbers come from one worker. */
async function bothReady(pool: WorkerPool, key: string): Promise<void> {
  for (;;) {
    const [first, second] = await pool.run(['x', 'x'], 'passage', undefined, key);
    if (Math.abs((first?.vector[0] ?? 0) - (second?.vector[0] ?? 0)) !== 1) return;
  }
}

for (const purpose of ['passage', 'query'] as const) {
  test(`a key leaves one worker to others that are active, whatever it sends (${purpose})`, async (t) => {
    const { pool } = setUp(t, 'fine', 2);
    await pool.started();
    await bothReady(pool, 'b');
    const flood = pool.run(Array(20).fill('hold'), purpose, undefined, 'a');
    flood.catch(() => {}); // it never finishes
    assert.equal((await pool.run(['x', 'y', 'z'], 'passage', undefined, 'b')).length, 3);
    assert.equal(pool.pending, 20, 'nothing of the flood was in the hands of the worker that responded');
  });
}

test('a key with too many waiting texts is rejected, and no other', async (t) => {
  const { pool } = setUp(t);
  await pool.started();
  const flood = pool.run(Array(10_000).fill('x'), 'passage', undefined, 'a');
  await assert.rejects(pool.run(['x'], 'passage', undefined, 'a'), (error: EmbeddingUnavailable) => {
    assert.equal(error.tooMuchWaiting, true);
    return true;
  });
  assert.equal((await pool.run(['y'], 'passage', undefined, 'b')).length, 1);
  assert.equal((await flood).length, 10_000, 'a first text is taken whatever its length');
});

test('a caller can stop waiting; texts that have not begun are dropped', async (t) => {
  const { pool, troubles } = setUp(t);
  await pool.started();
  const controller = new AbortController();
  const call = pool.run(['hold', 'hold', 'hold', 'hold', 'crash'], 'passage', controller.signal);
  controller.abort();
  await assert.rejects(call, EmbeddingUnavailable);
  await assert.rejects(pool.run(['a'], 'query', controller.signal), EmbeddingUnavailable);
  await pool.run(['a', 'a'], 'query'); // finishes a held text: there is room for the last one
  await pool.run(['a'], 'query');
  assert.deepEqual(troubles, []);
});

test('more texts than the queue may hold are refused', async (t) => {
  const { pool } = setUp(t);
  await assert.rejects(pool.run(Array(20_001).fill('x'), 'passage'), /Too many/);
});

test('a model that cannot be loaded is down with the reason, and is retried after growing pauses', async (t) => {
  const { pool, timer, setup } = setUp(t, 'broken');
  const waiting = pool.run(['a'], 'query');
  await assert.rejects(waiting, /the file is damaged/);
  await pool.started();
  assert.deepEqual([pool.status, pool.trouble, timer.pauses()], ['down', 'the file is damaged', [1_000]]);
  await assert.rejects(pool.run(['a'], 'query'), /the file is damaged/);
  timer.pass();
  await assert.rejects(pool.run(['a'], 'query'), /the file is damaged/);
  assert.deepEqual(timer.pauses(), [2_000]);
  setup.folder = 'mended';
  timer.pass();
  assert.equal((await pool.run(['a'], 'query')).length, 1);
  assert.deepEqual([pool.status, pool.trouble], ['ready', undefined]);
});

test('closing fails waiting texts and those in flight, and ends the threads', async (t) => {
  const { pool } = setUp(t);
  await pool.started();
  const call = pool.run(['hold', 'hold', 'hold', 'hold', 'x'], 'passage');
  const closed = assert.rejects(call, /closed/);
  await pool.close();
  await closed;
  await assert.rejects(pool.run(['a'], 'query'), /closed/);
});
