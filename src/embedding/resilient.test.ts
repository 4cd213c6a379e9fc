import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualTimer, runReady } from '../kernel/timer.test.kit.js';
import { type EmbeddedText, type Embedder, EmbeddingUnavailable, type EmbedPurpose } from './embedder.js';
import { ResilientEmbedder, type ResilientOptions } from './resilient.js';

type Embed = (texts: readonly string[], signal?: AbortSignal) => Promise<EmbeddedText[]>;
const vectorsFor: Embed = async (texts) =>
  texts.map((text) => ({ vectors: [Float32Array.of(text.length, 1)], tokens: 1 }));
const unavailable: Embed = () => Promise.reject(new EmbeddingUnavailable('the line is cut'));

function setUp(options: ResilientOptions = {}) {
  const calls: string[][] = [];
  const inner = {
    embed: vectorsFor,
    status: 'ready' as 'ready' | 'starting',
  };
  const time = { value: 0 };
  const timer = manualTimer();
  const embedder: Embedder = {
    model: { id: 'test', dimensions: 2 },
    embed(texts: readonly string[], _purpose: EmbedPurpose, signal?: AbortSignal) {
      calls.push([...texts]);
      return inner.embed(texts, signal);
    },
    state: () => ({ status: inner.status, model: 'test', dimensions: 2, pending: 0 }),
    close: async () => {},
  };
  const clock = { now: () => time.value };
  const resilient = new ResilientEmbedder(embedder, { clock, later: timer.later, ...options });
  return { resilient, calls, inner, time, timer };
}

async function breakIt(resilient: Embedder, times = 5) {
  for (let i = 0; i < times; i++) await assert.rejects(resilient.embed([`fails ${i}`], 'query'), EmbeddingUnavailable);
}

test('a text that was embedded before is not embedded again, for the same purpose', async () => {
  const { resilient, calls } = setUp();
  const first = await resilient.embed(['a', 'bb'], 'query');
  assert.deepEqual(await resilient.embed(['bb', 'ccc', 'a'], 'query'), [
    first[1],
    ...(await vectorsFor(['ccc'])),
    first[0],
  ]);
  await resilient.embed(['a'], 'passage');
  assert.deepEqual(calls, [['a', 'bb'], ['ccc'], ['a']]);
});

test("a caller's changes to its vector do not affect another caller", async () => {
  const { resilient } = setUp();
  const [mine, twin] = await resilient.embed(['a', 'a'], 'query');
  mine?.vectors[0]?.fill(9);
  assert.deepEqual(twin?.vectors, [Float32Array.of(1, 1)]);
  assert.deepEqual((await resilient.embed(['a'], 'query'))[0]?.vectors, [Float32Array.of(1, 1)]);
});

test('long texts are not cached, and the cache keeps to its limits for entries and bytes', async () => {
  const { resilient, calls } = setUp({ cache: { entries: 2, bytes: 1_000 } });
  const long = 'x'.repeat(2_001);
  for (const text of [long, long, 'a', 'b', 'a', 'c', 'a', 'b']) await resilient.embed([text], 'query');
  assert.deepEqual(calls.flat(), [long, long, 'a', 'b', 'c', 'b']);
  const small = setUp({ cache: { entries: 10, bytes: 16 } });
  for (const text of ['a', 'b', 'c', 'a']) await small.resilient.embed([text], 'query');
  assert.deepEqual(small.calls.flat(), ['a', 'b', 'c', 'a']);
});

test('the same text asked for twice at once is embedded once', async () => {
  const { resilient, calls } = setUp();
  const [one, two] = await Promise.all([resilient.embed(['a', 'b'], 'query'), resilient.embed(['b', 'c'], 'query')]);
  assert.deepEqual(calls, [['a', 'b'], ['c']]);
  assert.deepEqual(one?.[1], two?.[0]);
});

test('a caller that leaves does not cancel the call for others; when the last one leaves, it is aborted', async () => {
  const { resilient, inner } = setUp();
  let respond = () => {};
  let given: AbortSignal | undefined;
  inner.embed = (texts, signal) => {
    given = signal;
    return new Promise((resolve) => {
      respond = () => resolve(vectorsFor(texts));
    });
  };
  const leaver = new AbortController();
  const left = resilient.embed(['a'], 'query', leaver.signal);
  const stays = resilient.embed(['a'], 'query');
  leaver.abort();
  await assert.rejects(left, EmbeddingUnavailable);
  assert.equal(given?.aborted, false);
  respond();
  assert.equal((await stays).length, 1);
  const last = new AbortController();
  const alone = resilient.embed(['b'], 'query', last.signal);
  last.abort();
  await assert.rejects(alone, EmbeddingUnavailable);
  assert.equal(given?.aborted, true);
  inner.embed = vectorsFor;
  assert.equal((await resilient.embed(['b'], 'query')).length, 1);
});

test("the same text of two keys is embedded for each: no key waits in another's queue", async () => {
  const { resilient, calls } = setUp();
  await Promise.all([
    resilient.embed(['a'], 'passage', undefined, 'one'),
    resilient.embed(['a'], 'passage', undefined, 'two'),
    resilient.embed(['a'], 'passage', undefined, 'two'),
  ]);
  assert.deepEqual(calls, [['a'], ['a']]);
});

test('a key with too many waiting texts does not open the breaker', async () => {
  const { resilient, inner } = setUp();
  inner.embed = () => Promise.reject(new EmbeddingUnavailable('too much', { tooMuchWaiting: true }));
  for (let i = 0; i < 6; i++) await assert.rejects(resilient.embed([`${i}`], 'passage', undefined, 'one'));
  inner.embed = vectorsFor;
  assert.equal((await resilient.embed(['b'], 'passage', undefined, 'two')).length, 1);
});

test('callers that leave do not open the breaker', async () => {
  const { resilient, inner } = setUp();
  inner.embed = () => new Promise(() => {});
  for (let i = 0; i < 6; i++) {
    const leaver = new AbortController();
    const left = resilient.embed([`${i}`], 'query', leaver.signal);
    leaver.abort();
    await assert.rejects(left, EmbeddingUnavailable);
  }
  await runReady();
  assert.equal(resilient.state().status, 'ready');
});

test('five failures in a row open the breaker: calls then fail without being sent, and the state says why', async () => {
  const { resilient, calls, inner } = setUp();
  inner.embed = unavailable;
  await breakIt(resilient, 4);
  assert.equal(resilient.state().status, 'ready');
  await breakIt(resilient, 1);
  assert.deepEqual({ ...resilient.state() }, { ...resilient.state(), status: 'down', detail: 'the line is cut' });
  const sent = calls.length;
  await assert.rejects(resilient.embed(['x'], 'query'), /unavailable: the line is cut/);
  assert.equal(calls.length, sent);
});

test('a success between failures keeps the breaker closed', async () => {
  const { resilient, inner } = setUp();
  for (let round = 0; round < 3; round++) {
    inner.embed = unavailable;
    await breakIt(resilient, 4);
    inner.embed = vectorsFor;
    await resilient.embed([`works ${round}`], 'query');
  }
  assert.equal(resilient.state().status, 'ready');
});

test('after a pause that grows from one to thirty seconds one probe is sent, and its success closes the breaker', async () => {
  const { resilient, calls, inner, time } = setUp();
  inner.embed = unavailable;
  await breakIt(resilient);
  for (const pause of [1, 2, 4, 8, 16, 30, 30]) {
    const sent = calls.length;
    time.value += pause * 1_000 - 1;
    await assert.rejects(resilient.embed(['probe'], 'query'), /is unavailable/);
    assert.equal(calls.length, sent);
    time.value += 1;
    await Promise.all([
      assert.rejects(resilient.embed(['probe'], 'query')),
      assert.rejects(resilient.embed(['another'], 'query')),
    ]);
    assert.equal(calls.length, sent + 1);
  }
  inner.embed = vectorsFor;
  time.value += 30_000;
  await resilient.embed(['probe'], 'query');
  assert.equal(resilient.state().status, 'ready');
});

test('while the breaker is open, cached vectors are still returned', async () => {
  const { resilient, inner } = setUp();
  const known = await resilient.embed(['known'], 'query');
  inner.embed = unavailable;
  await breakIt(resilient);
  assert.deepEqual(await resilient.embed(['known'], 'query'), known);
});

test('a refused text and a model that is still starting do not open the breaker', async () => {
  const { resilient, inner } = setUp();
  inner.embed = () => Promise.reject(new EmbeddingUnavailable('too long', { textRefused: true }));
  await breakIt(resilient, 6);
  inner.status = 'starting';
  inner.embed = unavailable;
  await breakIt(resilient, 6);
  inner.status = 'ready';
  assert.equal(resilient.state().status, 'ready');
});

test('a call that exceeds its deadline fails even if the embedder ignores the signal, and counts as a failure', async () => {
  const { resilient, inner, timer } = setUp({ deadline: { query: 7, passage: 70 } });
  inner.embed = () => new Promise(() => {});
  for (let i = 0; i < 5; i++) {
    const call = resilient.embed([`${i}`], i % 2 ? 'query' : 'passage');
    assert.deepEqual(timer.pauses(), [i % 2 ? 7 : 70]);
    timer.pass();
    await assert.rejects(call, /took longer than 70? ms/);
  }
  await runReady();
  assert.equal(resilient.state().status, 'down');
});

test('calls that time out while others succeed do not open the breaker: the model is busy, not unavailable', async () => {
  const { resilient, inner, timer } = setUp();
  inner.embed = () => new Promise(() => {});
  const late = Array.from({ length: 10 }, (_, i) =>
    assert.rejects(resilient.embed([`late ${i}`], 'passage'), /took longer/),
  );
  inner.embed = vectorsFor;
  await resilient.embed(['in time'], 'query');
  timer.pass();
  await Promise.all(late);
  assert.equal(resilient.state().status, 'ready');
});

test('a deadline is cancelled when the result arrives', async () => {
  const { resilient, timer } = setUp();
  await resilient.embed(['a'], 'query');
  assert.deepEqual(timer.pauses(), []);
});

test('an error that is a bug passes through unchanged', async () => {
  const { resilient, inner } = setUp();
  inner.embed = () => Promise.reject(new TypeError('bug'));
  await assert.rejects(resilient.embed(['a'], 'query'), TypeError);
});
