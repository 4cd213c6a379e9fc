import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MemoryTransferResponse as Transferred } from '../src/client/generated.js';
import { bodyOf, expectError, expectStatus } from './expect.js';
import { contentsOf, expectMemory, type MemoryRecord, memoryOf } from './memory.js';
import { call, type Json, mintKey, needsEmbedder, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);

const tryTransfer = (body: Json, as = key) => call<Transferred>('POST', '/memory/transfer', { key: as, body });

/** A user with two agents of its own. */
function newPair() {
  const scope = { user_id: unique('user'), from_agent: unique('old'), to_agent: unique('new') };
  return {
    ...{ scope, transfer: async (more: Json = {}) => bodyOf(await tryTransfer({ ...scope, ...more }), 201) },
    store: (content: string, more: Json = {}) =>
      mine.store({ user_id: scope.user_id, agent_id: scope.from_agent, content, ...more }),
    of: async (agent_id: string) =>
      (await mine.list({ user_id: scope.user_id, agent_id, limit: 100 })).memories as MemoryRecord[],
  };
}

describe('POST /memory/transfer', () => {
  test('copies memories to another agent with all fields and their origin, and adds nothing the second time', async () => {
    const { scope, transfer, store, of } = newPair();
    const original = await store('The spare key is under the blue pot.', {
      ...{ importance: 9, tags: ['home'], namespace: 'house', metadata: { room: 'porch' }, ttl_seconds: 86_400 },
    });
    await store('The bins go out on Tuesday.');
    const first = await transfer();
    assert.deepEqual({ ...first, transferred: 2, skipped: 0, ...scope, mode: 'copy' }, first);
    assert.equal((await of(scope.from_agent)).length, 2);
    const copy = (await of(scope.to_agent)).find((memory) => memory.content === original.content) as MemoryRecord;
    expectMemory(copy, {
      ...{ user_id: scope.user_id, importance: 9, tags: ['home'], namespace: 'house', embedded: original.embedded },
      ...{ expires_at: original.expires_at, created_at: original.created_at, category: original.category },
    });
    const { transferred_from, ...rest } = copy.metadata as { transferred_from: Json };
    assert.deepEqual(rest, { room: 'porch' });
    assert.deepEqual([transferred_from.agent_id, transferred_from.memory_id], [scope.from_agent, original.id]);
    const again = await transfer();
    assert.deepEqual([again.transferred, again.skipped], [0, 2]);
    assert.equal((await of(scope.to_agent)).length, 2);
  });

  test('makes the copies findable at once', needsEmbedder, async () => {
    const { scope, transfer, store } = newPair();
    await store('Grandmother was a champion at chess.');
    const [copy] = (await transfer()).ids;
    const found = await mine.retrieve({ q: 'Who played chess?', user_id: scope.user_id, agent_id: scope.to_agent });
    assert.equal(found.results[0]?.id, copy);
  });

  test('moves memories: their ids stay, and the old agent keeps nothing', async () => {
    const { scope, transfer, store, of } = newPair();
    const { id } = await store('The piano is tuned in May.');
    const moved = await transfer({ mode: 'move' });
    assert.deepEqual([moved.transferred, moved.mode, moved.ids], [1, 'move', [id]]);
    assert.deepEqual(await of(scope.from_agent), []);
    assert.equal((await of(scope.to_agent))[0]?.id, id);
  });

  test('transfers only what passes the filter', async () => {
    const { scope, transfer, store, of } = newPair();
    const one = await store('One is tagged.', { tags: ['x'], importance: 8 });
    await store('Two is tagged and trivial.', { tags: ['x'], importance: 1 });
    await store('Three lies elsewhere.', { namespace: 'attic' });
    assert.equal((await transfer({ filter: { tags: ['x', 'y'], min_importance: 5 } })).transferred, 1);
    assert.equal((await transfer({ filter: { namespace: 'attic' } })).transferred, 1);
    const named = await transfer({ filter: { ids: [one.id, 'mem_nothing'] } });
    assert.deepEqual([named.transferred, named.skipped, named.not_found], [0, 1, ['mem_nothing']]);
    assert.deepEqual(contentsOf(await of(scope.to_agent)), ['One is tagged.', 'Three lies elsewhere.']);
  });

  test('keeps links between copied memories', async () => {
    const { transfer, store } = newPair();
    const [cause, effect] = [await store('It rained all night.'), await store('The cellar is wet.')];
    const body = { from: cause.id, to: effect.id, relationship: 'causes' };
    expectStatus(await call('POST', '/memory/graph/link', { key, body }), 201);
    const { ids } = await transfer();
    const found = await call<{ edges: { from: string; to: string }[] }>('GET', '/memory/graph/explore', {
      key,
      query: { id: ids[0] as string },
    });
    const [edge] = found.body.edges;
    assert.deepEqual([edge?.from, edge?.to].sort(), ids.toSorted());
  });

  test('transfers one summary instead if summarize is set', async () => {
    const { scope, transfer, store, of } = newPair();
    await store('The roof was mended in 2024.');
    await store('The roofer is called Petra.');
    const response = await transfer({ summarize: true });
    assert.equal(response.transferred, 1);
    const [summary] = await of(scope.to_agent);
    assert.equal(summary?.id, response.summary_memory_id);
    assert.match(summary?.content ?? '', /Petra/);
    assert.equal((await of(scope.from_agent)).length, 2);
  });

  test('refuses malformed input and names the field', async () => {
    const { scope } = newPair();
    const wrong: [string, Json][] = [
      ['user_id', { ...scope, user_id: undefined }],
      ['from_agent', { ...scope, from_agent: undefined }],
      ['to_agent', { ...scope, to_agent: undefined }],
      ['to_agent', { ...scope, to_agent: scope.from_agent }],
      ['mode', { ...scope, mode: 'steal' }],
      ['filter', { ...scope, filter: [] }],
      ['tags', { ...scope, filter: { tags: 'x' } }],
      ['min_importance', { ...scope, filter: { min_importance: -1 } }],
      ['ids', { ...scope, filter: { ids: ['x'.repeat(300)] } }],
      ['summarize', { ...scope, summarize: 'yes' }],
      ['summarize', { ...scope, summarize: true, mode: 'move' }],
    ];
    for (const [field, body] of wrong) expectError(await tryTransfer(body), 400, 'invalid_request', field);
  });

  test("transfers nothing of another key's agents", async () => {
    const { scope, store, of } = newPair();
    await store('Nobody else copies this.');
    const theirs = bodyOf(await tryTransfer({ ...scope }, (await mintKey()).key), 201);
    assert.deepEqual([theirs.transferred, theirs.skipped], [0, 0]);
    assert.deepEqual(await of(scope.to_agent), []);
    const reader = await mintKey({ scopes: ['read'] });
    expectError(await tryTransfer({ ...scope }, reader.key), 403, 'missing_scope');
  });
});
