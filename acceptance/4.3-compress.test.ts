import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MemoryCompressResponse as CompressResponse } from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus } from './expect.js';
import { type MemoryClient, memoryOf } from './memory.js';
import { type CallResponse, call, EMBEDDER_OFF, type Json, mintKey, newScope } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const tryCompress = (body: Json, credential = key): Promise<CallResponse<CompressResponse>> =>
  call('POST', '/memory/compress', { key: credential, body });
const compress = async (body: Json) => bodyOf(await tryCompress(body), 200);

const TRIPS = [
  'On her hiking trip in the Swiss Alps with her friends Ada walked for a week in June.',
  'On her hiking trip in the Swiss Alps with her friends Ada met her brother Tom.',
  'On her hiking trip in the Swiss Alps with her friends Ada saw 3 eagles above the hut.',
  'On her hiking trip in the Swiss Alps with her friends Ada paid 840 francs for the hut.',
  'On her hiking trip in the Swiss Alps with her friends Ada slept badly.',
];
const RECENT = ['The printer on the second floor is out of toner.', 'Lunch is at noon today.'];

async function stored(client: MemoryClient = mine) {
  const scope = newScope();
  const old = (await client.batch(TRIPS.map((content) => ({ ...scope, content, tags: ['alps'] })))).ids;
  const recent: string[] = [];
  for (const content of RECENT) recent.push((await client.store({ ...scope, content })).id);
  const ids = async (query = {}) =>
    ((await client.list({ ...scope, limit: 200, ...query })).memories as { id: string }[]).map((memory) => memory.id);
  return { scope, old, recent, ids };
}

describe('POST /memory/compress', () => {
  test('old memories about one subject become one, and the newest stay', async () => {
    const { scope, old, recent, ids } = await stored();
    const response = await compress({ ...scope, keep: recent.length });
    assert.equal(response.compressed, old.length);
    assert.equal(response.kept_recent, recent.length);
    assert.equal(response.deleted_originals, 0);
    assert.equal(response.compressed_memory_ids.length, 1);
    assert.equal(response.compressed_memory_id, response.compressed_memory_ids[0]);
    assert.ok(response.summary.length > 0);
    assert.ok(
      response.tokens_before > 0 && response.tokens_after > 0 && response.tokens_after <= response.tokens_before / 2,
    );
    const summary = await mine.get(response.compressed_memory_id as string);
    for (const fact of ['Swiss Alps', 'Tom', '3 eagles', '840', 'June'])
      assert.ok(summary.content.includes(fact), fact);
    assert.ok(summary.tags.includes('alps'));
    assert.deepEqual((await ids()).sort(), [summary.id, ...recent].sort());
    for (const id of old) assert.equal((await mine.get(id)).superseded_by, summary.id);
    assert.deepEqual((await ids({ include_superseded: true })).sort(), [summary.id, ...old, ...recent].sort());
  });

  test('what could be found before is found through the summary', { skip: EMBEDDER_OFF }, async () => {
    const { scope } = await stored();
    const { compressed_memory_id } = await compress({ ...scope, keep: RECENT.length });
    for (const q of [...TRIPS, 'How many eagles did Ada see?', 'What did the hut cost?']) {
      const { results } = await mine.retrieve({ q, ...scope, limit: 5 });
      assert.ok(
        results.some((memory) => memory.id === compressed_memory_id),
        q,
      );
    }
  });

  test('undo restores the originals', async () => {
    const { scope, old, recent, ids } = await stored();
    const before = await mine.list({ ...scope, limit: 200 });
    const { compressed_memory_id } = await compress({ ...scope, keep: recent.length });
    const undone = await call('POST', '/memory/compress/undo', { key, body: { compressed_memory_id } });
    expectStatus(undone, 200);
    assert.equal(undone.body.restored, old.length);
    assert.deepEqual(await mine.list({ ...scope, limit: 200 }), before);
    assert.equal((await ids({ include_superseded: true })).length, old.length + recent.length);
    expectError(await call('POST', '/memory/compress/undo', { key, body: { compressed_memory_id } }), 404, 'not_found');
    const never = { compressed_memory_id: old[0] };
    expectError(await call('POST', '/memory/compress/undo', { key, body: never }), 409, 'conflict');
  });

  test('delete_originals deletes them for good', async () => {
    const { scope, old, recent, ids } = await stored();
    const response = await compress({ ...scope, keep: recent.length, delete_originals: true });
    assert.equal(response.deleted_originals, old.length);
    for (const id of old) expectError(await mine.tryGet(id), 404, 'not_found');
    assert.deepEqual(
      (await ids({ include_superseded: true })).sort(),
      [response.compressed_memory_id, ...recent].sort(),
    );
  });

  test('a dry run says what would happen and changes nothing', async () => {
    const { scope, old, recent } = await stored();
    const before = await mine.list({ ...scope, limit: 200 });
    const response = await compress({ ...scope, keep: recent.length, dry_run: true });
    assert.equal(response.compressed, old.length);
    assert.deepEqual(response.compressed_memory_ids, []);
    assert.ok(response.summary.length > 0);
    assert.deepEqual(await mine.list({ ...scope, limit: 200 }), before);
  });

  test('merge reduces repetition to one wording', async () => {
    const scope = newScope();
    const texts = ['Ada prefers window seats on long flights', 'Ada prefers window seats on long flights.'];
    const { ids } = await mine.batch(
      texts.map((content, i) => ({ ...scope, content, tags: [`t${i}`], dedupe: false })),
    );
    const other = await mine.store({ ...scope, content: 'The budget for the offsite is 4,000 euros.' });
    const response = await compress({ ...scope, keep: 0, strategy: 'merge' });
    assert.equal(response.compressed, 1);
    const survivor = await mine.get(response.compressed_memory_id as string);
    assert.ok(ids.includes(survivor.id));
    assert.deepEqual([...survivor.tags].sort(), ['t0', 't1']);
    assert.equal((await mine.get(other.id)).superseded_by, null);
  });

  test('too little to compress changes nothing', async () => {
    const scope = newScope();
    await mine.store({ ...scope, content: 'A single memory.' });
    for (const keep of [undefined, 0]) {
      const response = await compress({ ...scope, ...(keep === undefined ? {} : { keep }) });
      assert.equal(response.compressed, 0);
      assert.equal(response.summary, '');
      assert.equal(response.compressed_memory_id, null);
    }
  });

  test('memories younger than older_than_days stay', async () => {
    const { scope } = await stored();
    assert.equal((await compress({ ...scope, keep: 0, older_than_days: 1 })).compressed, 0);
  });

  test("another agent's, another user's and another key's memories are not touched", async () => {
    const { scope, ids } = await stored();
    const before = await ids();
    await compress({ ...scope, agent_id: `${scope.agent_id}-other`, keep: 0 });
    await compress({ ...scope, user_id: `${scope.user_id}-other`, keep: 0 });
    const stranger = await mintKey();
    const response = await tryCompress({ ...scope, keep: 0 }, stranger.key);
    expectStatus(response, 200);
    assert.equal(response.body.compressed, 0);
    assert.deepEqual(await ids(), before);
  });

  test('fields of the wrong type or range are refused by name', async () => {
    const scope = newScope();
    for (const [field, value] of Object.entries({
      keep: -1,
      strategy: 'shrink',
      older_than_days: 'x',
      dry_run: 'maybe',
    })) {
      expectError(await tryCompress({ ...scope, [field]: value }), 400, 'invalid_request', field);
    }
    expectError(await tryCompress({ agent_id: 'a' }), 400, 'invalid_request', 'user_id');
    const reader = await mintKey({ scopes: ['read'] });
    expectError(await tryCompress(scope, reader.key), 403, 'missing_scope');
  });
});
