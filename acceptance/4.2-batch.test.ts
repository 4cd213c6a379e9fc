import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError, expectStatus } from './expect.js';
import { type BatchResponse, contentsOf, expectMemory, type MemoryRecord, memoryOf } from './memory.js';
import { type CallResponse, call, EMBEDDER_OFF, itemsOf, mintKey, needsTime, newScope } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const stored = async (user_id: string) => contentsOf(itemsOf<MemoryRecord>(await mine.list({ user_id, limit: 100 })));
const numbersOf = (response: BatchResponse) => [response.stored, response.skipped, response.duplicates_skipped];

describe('POST /memory/batch', () => {
  test('a valid batch stores every memory, in order, as single stores would', async () => {
    const [one, other] = [newScope(), newScope()];
    const response = await mine.batch([
      { ...one, content: 'first of the batch' },
      { ...other, content: 'second of the batch', kind: 'episodic', importance: 8, tags: ['b'], metadata: { n: 2 } },
      { ...one, content: 'third of the batch', namespace: 'n' },
    ]);
    assert.deepEqual(numbersOf(response), [3, 0, 0]);
    assert.equal(response.ids.length, 3);
    assert.deepEqual(
      response.results.map(({ index, status, id }) => [index, status, id]),
      response.ids.map((id, index) => [index, 'stored', id]),
    );
    const [first, second, third] = await Promise.all(response.ids.map((id) => mine.get(id)));
    assert.ok(first && second && third);
    const defaults = { kind: 'semantic', namespace: 'default', importance_estimated: true, tags: [], metadata: {} };
    expectMemory(first, { ...one, ...defaults, content: 'first of the batch', embedded: !EMBEDDER_OFF });
    expectMemory(second, { ...other, kind: 'episodic', importance: 8, tags: ['b'], metadata: { n: 2 } });
    expectMemory(third, { ...one, namespace: 'n' });
  });

  test('memories stored by a batch are found', async () => {
    const scope = newScope();
    const { ids } = await mine.batch([{ ...scope, content: 'The lighthouse keeper is called Mats.' }]);
    const found = await mine.retrieve({ q: 'Who keeps the lighthouse?', user_id: scope.user_id });
    assert.deepEqual(
      found.results.map((memory) => memory.id),
      ids,
    );
  });

  test('invalid memories are reported by index and field, and valid ones are stored', async () => {
    const scope = newScope();
    const response = await mine.batch([
      { ...scope, content: 'good one' },
      { ...scope },
      { ...scope, content: 'too important', importance: 11 },
      'not an object',
      { agent_id: scope.agent_id, content: 'of nobody' },
      { ...scope, content: 'good two' },
    ]);
    assert.deepEqual(numbersOf(response), [2, 4, 0]);
    assert.equal(response.ids.length, 2);
    assert.deepEqual(
      response.results.map(({ index, status }) => [index, status]),
      ['stored', 'error', 'error', 'error', 'error', 'stored'].map((status, index) => [index, status]),
    );
    for (const [index, field] of [
      [1, 'content'],
      [2, 'importance'],
      [4, 'user_id'],
    ] as const) {
      assert.match(JSON.stringify(response.results[index]?.error), new RegExp(field));
    }
    assert.ok(response.results[3]?.error, 'an item that is no object says why');
    assert.deepEqual(await stored(scope.user_id), ['good one', 'good two']);
  });

  test('a memory that already exists is reported as a duplicate with its id', async () => {
    const scope = newScope();
    const known = await mine.store({ ...scope, content: 'known before', tags: ['old'] });
    const response = await mine.batch([
      { ...scope, content: 'known before', tags: ['new'] },
      { ...scope, content: 'not known' },
    ]);
    assert.deepEqual([response.stored, response.duplicates_skipped], [1, 1]);
    assert.deepEqual([response.results[0]?.status, response.results[0]?.id], ['duplicate', known.id]);
    assert.equal(response.results[1]?.status, 'stored');
    assert.deepEqual([...(await mine.get(known.id)).tags].sort(), ['new', 'old']);
    assert.deepEqual(await stored(scope.user_id), ['known before', 'not known']);
  });

  test('the same memory twice in one batch is stored once, unless dedupe is false', async () => {
    const scope = newScope();
    const twice = { ...scope, content: 'said twice' };
    const response = await mine.batch([twice, twice]);
    assert.deepEqual(
      response.results.map((result) => result.status),
      ['stored', 'duplicate'],
    );
    assert.equal(response.results[0]?.id, response.results[1]?.id);
    await mine.batch([{ ...twice, dedupe: false }]);
    assert.deepEqual(await stored(scope.user_id), ['said twice', 'said twice']);
  });

  test('a hundred memories of one paragraph each are accepted', async () => {
    const scope = newScope();
    const paragraph = 'Minutes of the weekly meeting about the harbour, its cranes, its pilots and its opening hours. ';
    const memories = Array.from({ length: 100 }, (_, i) => ({
      ...scope,
      content: `Week ${i}. ${paragraph.repeat(3)}`,
    }));
    const response = await mine.batch(memories);
    assert.deepEqual(numbersOf(response), [100, 0, 0]);
    assert.equal(new Set(response.ids).size, 100);
    assert.equal((await stored(scope.user_id)).length, 100);
  });

  test('a body of ninety-nine contents over the limit is read to the end', async () => {
    const scope = newScope();
    const tooLong = { ...scope, content: 'x'.repeat(100_001) };
    const response = await mine.batch([...Array(99).fill(tooLong), { ...scope, content: 'the last of a long body' }]);
    assert.deepEqual(numbersOf(response), [1, 99, 0]);
    assert.deepEqual(await stored(scope.user_id), ['the last of a long body']);
  });

  test('a hundred memories of 100,000 characters each are stored', needsTime, async () => {
    const scope = newScope();
    const memories = Array.from({ length: 100 }, (_, i) => ({ ...scope, content: `${i} `.padEnd(100_000, 'x') }));
    assert.deepEqual(numbersOf(await mine.batch(memories)), [100, 0, 0]);
  });

  test('more than a hundred memories are refused and none is stored', async () => {
    const scope = newScope();
    const memories = Array.from({ length: 101 }, (_, i) => ({ ...scope, content: `entry ${i}` }));
    expectError(await mine.tryBatch(memories), 400, 'invalid_request', 'memories');
    assert.deepEqual(await stored(scope.user_id), []);
  });

  for (const wrong of [undefined, [], {}, 'all', 7]) {
    test(`memories = ${JSON.stringify(wrong)} is refused`, async () => {
      expectError(await mine.tryBatch(wrong), 400, 'invalid_request', 'memories');
    });
  }

  test('a body that is an array instead of an object is refused', async () => {
    const raw = JSON.stringify([{ ...newScope(), content: 'bare' }]);
    expectError(await call('POST', '/memory/batch', { key, raw }), 400, 'invalid_request');
  });

  test('the same batch eight times concurrently creates each memory once', async () => {
    const scope = newScope();
    const memories = ['alpha', 'beta', 'gamma'].map((content) => ({ ...scope, content }));
    const responses: CallResponse<BatchResponse>[] = await Promise.all(
      Array.from({ length: 8 }, () => mine.tryBatch(memories)),
    );
    for (const response of responses) expectStatus(response, 201);
    const created = responses.reduce((sum, response) => sum + response.body.stored, 0);
    assert.equal(created, 3);
    assert.deepEqual(await stored(scope.user_id), ['alpha', 'beta', 'gamma']);
  });
});
