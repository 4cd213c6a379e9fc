import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bodyOf, expectStatus } from './expect.js';
import { type MemoryRecord, memoryOf, type RetrieveResponse, type StoreResponse } from './memory.js';
import { call, type Json, mintKey, needsEmbedder, type QueryValue, unique } from './support.js';

interface List {
  count: number;
  memories: MemoryRecord[];
  next_cursor: string | null;
}
const DAY_SECONDS = 86_400;

/** The requests of an adapter, as one key sends them, and what it reads from the responses. */
const callsOf = (key: string) => {
  const get = async <T>(path: string, query: Record<string, QueryValue>): Promise<T> =>
    bodyOf(await call<T>('GET', path, { key, query }), 200);
  return {
    ...memoryOf(key),
    get: <T>(path: string, query: Record<string, QueryValue> = {}) => get<T>(path, query),
    list: (query: Record<string, QueryValue>) => get<List>('/memory', query),
    search: (query: Record<string, QueryValue>) => get<RetrieveResponse>('/memory/retrieve', query),
  };
};
const idsOf = (memories: readonly { id: string }[]) => memories.map(({ id }) => id);

/** An item is a memory: its key and each prefix of its namespace are tags, its value is metadata. */
describe("the calls of LangGraph's store", async () => {
  const { store, patch, list, search, forget } = callsOf((await mintKey()).key);
  const setUp = () => {
    const all = { user_id: unique('langgraph'), include_superseded: true };
    const tagsOf = (namespace: string[], name: string) => [
      `lgk:${[...namespace, name].join('-')}`,
      ...namespace.map((_, i) => `lgn:${namespace.slice(0, i + 1).join('-')}`),
    ];
    const metadataOf = (namespace: string[], name: string, value: Json, searched = true) => ({
      ...{ namespace, key: name, value, searched },
    });
    const put = (namespace: string[], name: string, value: Json, content?: string) =>
      store({
        ...{ user_id: all.user_id, content: content ?? '(not searched)', dedupe: false },
        metadata: metadataOf(namespace, name, value, content !== undefined),
        tags: tagsOf(namespace, name),
      });
    const find = async (...names: string[]) => (await list({ ...all, tags: names.join(','), limit: 200 })).memories;
    return { all, metadataOf, put, find };
  };

  test('put, get and put again: one item, its value replaced as a whole', async () => {
    const { put, find, metadataOf } = setUp();
    assert.deepEqual(await find('lgk:users-ada-food'), []);
    const value = { text: 'Ada likes olives', rank: 3, since: null, deep: { list: [null, 1, 'x'], no: false } };
    const stored = await put(['users', 'ada'], 'food', value, 'Ada likes olives\n3');
    const [found, ...others] = await find('lgk:users-ada-food');
    assert.deepEqual([found?.id, others], [stored.id, []]);
    assert.deepEqual(found?.metadata, metadataOf(['users', 'ada'], 'food', value), 'nulls in a value stay');
    const metadata = metadataOf(['users', 'ada'], 'food', { text: 'Ada likes capers' });
    const changed = await patch(stored.id, { content: 'Ada likes capers', metadata });
    assert.deepEqual([changed.content, changed.metadata], ['Ada likes capers', metadata]);
    assert.equal(changed.created_at, stored.created_at);
    assert.ok(changed.updated_at >= stored.updated_at);
    const same = await patch(stored.id, { metadata: metadataOf(['users', 'ada'], 'food', { rank: 5 }) });
    assert.deepEqual([same.content, same.metadata.value], ['Ada likes capers', { rank: 5 }]);
    assert.deepEqual(idsOf(await find('lgk:users-ada-food')), [stored.id]);
  });

  test('items with the same text, and items that contradict each other, stay separate', async () => {
    const { put, find } = setUp();
    const first = await put(['a'], '1', { t: 'Ada lives in Rome.' }, 'Ada lives in Rome.');
    const second = await put(['b'], '1', { t: 'Ada lives in Rome.' }, 'Ada lives in Rome.');
    const third = await put(['b'], '2', { t: 'Ada lives in Oslo.' }, 'Ada lives in Oslo.');
    assert.deepEqual([second.duplicate, third.duplicate], [false, false]);
    const found = await find('lgk:a-1', 'lgk:b-1', 'lgk:b-2', 'lgk:never-put');
    assert.deepEqual(new Set(idsOf(found)), new Set([first.id, second.id, third.id]), 'any of the tags');
  });

  test('search with a query, within a namespace, leaves out items that are not searched', async () => {
    const { all, put } = setUp();
    const capers = await put(['users', 'ada'], 'food', { text: 'capers' }, 'Ada likes capers');
    await put(['users', 'ben'], 'raw', { text: 'capers' });
    await put(['teams'], 'food', { text: 'capers' }, 'The team likes capers');
    const query = { q: 'capers', 'metadata.searched': true, ranking: 'hybrid', limit: 100 };
    const { results } = await search({ ...all, tags: 'lgn:users', ...query });
    assert.deepEqual(idsOf(results), [capers.id]);
    assert.equal(typeof results[0]?.final_score, 'number');
    assert.equal((await search({ ...all, ...query })).count, 2);
    assert.deepEqual((await search({ ...all, tags: 'lgn:nobody', ...query })).results, []);
  });

  test('search without a query, and namespaces: pages of everything in the order of the puts', async () => {
    const { all, put } = setUp();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await put(['docs', name], name, { name })).id);
    await put(['other'], 'd', { name: 'd' });
    const scope = { ...all, tags: 'lgn:docs', order: 'oldest', limit: 2 };
    const first = await list(scope);
    assert.deepEqual(idsOf(first.memories), ids.slice(0, 2));
    const second = await list({ ...scope, cursor: first.next_cursor ?? '' });
    assert.deepEqual([idsOf(second.memories), second.next_cursor], [ids.slice(2), null]);
    const { memories } = await list({ ...all, limit: 200 });
    assert.deepEqual(
      new Set(memories.map(({ metadata }) => (metadata.namespace as string[]).join('/'))),
      new Set(['docs/a', 'docs/b', 'docs/c', 'other']),
    );
  });

  test('delete removes the item, and nothing else', async () => {
    const { put, find } = setUp();
    const [gone, kept] = [await put(['a'], '1', { t: 1 }), await put(['a'], '2', { t: 2 })];
    assert.deepEqual(await forget({ id: gone.id }), { deleted: 1 });
    assert.deepEqual(await find('lgk:a-1'), []);
    assert.deepEqual(idsOf(await find('lgn:a')), [kept.id]);
  });
});

/** Each message is stored verbatim as one memory; its owner is the user, the agent or in the metadata. */
describe("the calls of mem0's quickstart", async () => {
  const { key } = await mintKey();
  const { store, tryStore, patch, list, search, forget, get, history } = callsOf(key);
  const FACT = "I'm a vegetarian and allergic to nuts.";
  const TALK = "Got it! I'll remember that.";
  const add = (user_id: string, content: string, more: Json = {}) =>
    store({ user_id, content, metadata: { role: 'user', category: 'diet' }, ...more });

  test('ping', async () => {
    const usage = await get<Json>('/usage');
    assert.equal(typeof usage.used, 'number');
  });

  test('add: each message once, with its categories and its expiration date', async () => {
    const user_id = unique('alex');
    const ttl_seconds = 30 * DAY_SECONDS + 0.5;
    const first = await add(user_id, FACT, { tags: ['food'], ttl_seconds });
    assert.deepEqual([first.duplicate, first.tags, first.metadata.role], [false, ['food'], 'user']);
    assert.equal((first.expires_at ?? 0) - first.created_at, ttl_seconds * 1_000);
    await add(user_id, TALK, { metadata: { role: 'assistant' } });
    const again = async (more: Json) => {
      const response = await tryStore({ user_id, content: FACT, metadata: { role: 'user' }, ...more });
      expectStatus(response, 200);
      const { status, duplicate, id, expires_at } = response.body as StoreResponse;
      assert.deepEqual([status, duplicate, id], ['duplicate', true, first.id]);
      return expires_at;
    };
    assert.equal(await again({ ttl_seconds: DAY_SECONDS }), first.expires_at, 'the later of both');
    assert.equal(await again({}), null, 'stored without an expiration date, it must not be lost');
    await patch(first.id, { ttl_seconds });
    assert.equal((await list({ user_id, limit: 200 })).count, 2);
    const forEver = await patch(first.id, { ttl_seconds: null });
    assert.equal(forEver.expires_at, null, 'null takes the day away');
  });

  test('search by a question, for one user', needsEmbedder, async () => {
    const [user_id, other] = [unique('alex'), unique('sam')];
    const fact = await add(user_id, FACT);
    await add(other, 'I eat steak every day.');
    const { results } = await search({ user_id, q: 'What should I cook?', limit: 30, ranking: 'hybrid' });
    assert.deepEqual(idsOf(results), [fact.id]);
    assert.ok(typeof results[0]?.score === 'number' && results[0].score > 0);
    const strict = { user_id, q: 'What should I cook?', limit: 100, ranking: 'hybrid', min_score: 1 };
    assert.deepEqual((await search(strict)).results, [], 'a threshold that nothing reaches');
    const semantic = await search({ user_id, q: 'What should I cook?', limit: 30, ranking: 'semantic' });
    assert.deepEqual([semantic.ranking, idsOf(semantic.results)], ['semantic', [fact.id]]);
  });

  test('getAll: by user, metadata, categories and time together', async () => {
    const user_id = unique('alex');
    const fact = await add(user_id, FACT, { tags: ['food'] });
    const talk = await add(user_id, TALK, { metadata: { role: 'assistant' } });
    const all = { user_id, limit: 200 };
    assert.deepEqual(new Set(idsOf((await list(all)).memories)), new Set([fact.id, talk.id]));
    assert.deepEqual(idsOf((await list({ ...all, 'metadata.category': 'diet' })).memories), [fact.id]);
    assert.deepEqual(idsOf((await list({ ...all, tags: 'food,drink' })).memories), [fact.id]);
    const before = { ...all, tags: 'food', created_after: fact.created_at - 1 };
    assert.deepEqual(idsOf((await list(before)).memories), [fact.id]);
    assert.deepEqual((await list({ ...before, created_after: Date.parse('2100-01-01') })).memories, []);
    assert.deepEqual((await list({ ...all, 'metadata.category': 'travel' })).memories, []);
  });

  test('an agent and a run have memories of their own, without a user', async () => {
    const [agent_id, run] = [unique('planner'), unique('trip')];
    const agents = await add(unique('mem0/agent'), 'The planner prefers trains.', { agent_id });
    const runs = await add(`mem0/run/${run}`, 'The flight leaves at nine.', {
      metadata: { role: 'user', run_id: run },
    });
    assert.deepEqual(idsOf((await list({ agent_id, limit: 200 })).memories), [agents.id]);
    assert.deepEqual(idsOf((await list({ 'metadata.run_id': run, limit: 200 })).memories), [runs.id]);
    const query = { 'metadata.run_id': run, user_id: `mem0/run/${run}`, q: 'flight', limit: 30, ranking: 'hybrid' };
    assert.deepEqual(idsOf((await search(query)).results), [runs.id]);
  });

  test('update adds to the metadata, and history lists each version', async () => {
    const { id } = await add(unique('alex'), FACT);
    const changed = await patch(id, { content: "I'm a vegan.", metadata: { checked: true } });
    assert.deepEqual(changed.metadata, { role: 'user', category: 'diet', checked: true });
    const { versions } = (await history(id)) as unknown as { versions: { version: number; record: MemoryRecord }[] };
    const contents = versions.sort((a, b) => a.version - b.version).map(({ record }) => record.content);
    assert.deepEqual(contents, [FACT, "I'm a vegan."]);
  });

  test('feedback changes the score, and is stored', async () => {
    const { id } = await add(unique('alex'), FACT);
    const body = { memory_id: id, outcome: 'success', confidence: 1 };
    const judged = await call<{ outcome_score: number }>('POST', '/memory/feedback', { key, body });
    expectStatus(judged, 200);
    assert.ok(judged.body.outcome_score > 0.5);
    const kept = await patch(id, { metadata: { feedback: 'POSITIVE', feedback_reason: 'It was right.' } });
    assert.equal(kept.metadata.feedback, 'POSITIVE');
  });

  test('delete, deleteAll and deleteUsers', async () => {
    const mine = callsOf((await mintKey()).key);
    const stored: Record<string, string[]> = {};
    for (const user_id of ['alex', 'sam', 'mem0/run/trip']) {
      const facts = [`${user_id} likes tea.`, `${user_id} was born in May.`];
      stored[user_id] = [];
      for (const content of facts) stored[user_id]?.push((await mine.store({ user_id, content })).id);
    }
    assert.deepEqual(await mine.forget({ id: stored.alex?.[0] ?? '' }), { deleted: 1 });
    assert.deepEqual(idsOf((await mine.list({ user_id: 'alex', limit: 200 })).memories), [stored.alex?.[1]]);
    expectStatus(await mine.tryForget({ id: stored.alex?.[0] ?? '' }), 404);
    assert.deepEqual(await mine.forget({ user_id: 'alex' }), { deleted: 1 });
    const names = async () =>
      (await mine.get<{ names: string[] }>('/memory/names', { field: 'user_id', limit: 1000 })).names;
    assert.deepEqual(new Set(await names()), new Set(['sam', 'mem0/run/trip']));
    for (const user_id of await names()) assert.deepEqual(await mine.forget({ user_id }), { deleted: 2 });
    assert.deepEqual(await names(), []);
    assert.equal((await mine.list({ limit: 200 })).count, 0);
  });

  test('deleteAll of one agent leaves the other agents of its user', async () => {
    const user_id = unique('alex');
    await add(user_id, FACT, { agent_id: 'cook' });
    const other = await add(user_id, 'The meeting is on Monday.', { agent_id: 'desk' });
    assert.deepEqual(await forget({ user_id, agent_id: 'cook' }), { deleted: 1 });
    assert.deepEqual(idsOf((await list({ user_id, limit: 200 })).memories), [other.id]);
  });
});
