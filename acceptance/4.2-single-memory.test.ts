import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { expectError, expectStatus } from './expect.js';
import { contentsOf, expectMemory, type MemoryRecord, memoryOf } from './memory.js';
import { call, itemsOf, mintKey, needsEmbedder, newScope, serviceReaches, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const stranger = memoryOf((await mintKey()).key);

describe('GET /memory/{id}', () => {
  test('returns the record that store returned', async () => {
    const scope = newScope();
    const stored = await mine.store({ ...scope, content: 'Read by its id.', tags: ['one'], metadata: { a: { b: 1 } } });
    const read = await mine.get(stored.id);
    const { id, created_at, category, risk } = stored;
    expectMemory(read, { ...scope, id, created_at, category, risk, tags: ['one'], metadata: { a: { b: 1 } } });
  });

  test('returns the same 404 for an unknown id and for one of another key', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Not for strangers.' });
    const foreign = await stranger.tryGet(id);
    const neverWas = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    const unknown = await stranger.tryGet(neverWas);
    for (const response of [foreign, unknown]) expectError(response, 404, 'not_found');
    const wordsOf = ({ text }: { text: string }, asked: string) =>
      text.replaceAll(asked, '<id>').replace(/"request_id":"[^"]*"/, '');
    assert.equal(wordsOf(foreign, id), wordsOf(unknown, neverWas));
    expectError(await mine.tryGet('nonsense'), 404, 'not_found');
  });
});

describe('PATCH /memory/{id}', () => {
  test('changes the given fields and nothing else', async () => {
    const stored = await mine.store({ ...newScope(), content: 'Before.', namespace: 'kept', kind: 'episodic' });
    await serviceReaches(stored.updated_at);
    const changes = { importance: 9, tags: ['new'], metadata: { added: true } };
    const patched = await mine.patch(stored.id, changes);
    for (const record of [patched, await mine.get(stored.id)]) {
      const { id, user_id, agent_id, content, namespace, kind, created_at } = stored;
      const kept = { id, user_id, agent_id, content, namespace, kind, created_at };
      expectMemory(record, { ...kept, ...changes, importance_estimated: false });
      assert.ok(record.updated_at > stored.updated_at, 'updated_at moves');
    }
  });

  test('new content is found by its meaning and the old is not', needsEmbedder, async () => {
    const { user_id, agent_id } = newScope();
    const old = 'The coffee machine in the kitchen is broken.';
    const renewed = 'The chess tournament takes place in Reykjavik in August.';
    const { id } = await mine.store({ user_id, agent_id, content: old });
    await mine.store({ user_id, agent_id, content: 'The bicycle shed has a new lock.' });
    const ask = async (q: string) => {
      const { results } = await mine.retrieve({ q, user_id });
      return { first: results[0], score: results.find((memory) => memory.id === id)?.score ?? Number.NaN, results };
    };
    const [oldBefore, newBefore] = [await ask(old), await ask(renewed)];
    const patched = await mine.patch(id, { content: renewed });
    expectMemory(patched, { id, content: renewed, embedded: true });
    const [oldAfter, newAfter] = [await ask(old), await ask(renewed)];
    assert.equal(newAfter.first?.id, id);
    assert.ok(newAfter.score > newBefore.score + 0.1, 'the new text is nearer than before');
    assert.ok(oldAfter.score < oldBefore.score - 0.1, 'the old text is farther than before');
    assert.ok(!contentsOf(oldAfter.results).includes(old));
  });

  for (const [field, wrong] of [
    ['content', ''],
    ['content', 7],
    ['importance', 11],
    ['tags', 'one'],
    ['metadata', []],
  ] as const) {
    test(`${field} = ${JSON.stringify(wrong)} is refused by name and changes nothing`, async () => {
      const stored = await mine.store({ ...newScope(), content: 'Unchanged.' });
      expectError(await mine.tryPatch(stored.id, { [field]: wrong }), 400, 'invalid_request', field);
      const { importance } = stored;
      expectMemory(await mine.get(stored.id), { content: 'Unchanged.', importance, tags: [], metadata: {} });
    });
  }

  test('never moves a memory to another user', async () => {
    const stored = await mine.store({ ...newScope(), content: 'Stays with its user.' });
    expectStatus(await mine.tryPatch(stored.id, { user_id: unique('thief'), importance: 6 }), 200, 400);
    assert.equal((await mine.get(stored.id)).user_id, stored.user_id);
  });

  test('returns 404 for an unknown id and for one of another key, which is left unchanged', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Mine alone.' });
    expectError(await stranger.tryPatch(id, { content: 'Taken over.' }), 404, 'not_found');
    expectError(await mine.tryPatch('mem_unknown', { content: 'Of nothing.' }), 404, 'not_found');
    assert.equal((await mine.get(id)).content, 'Mine alone.');
  });
});

/** The records of the versions; a version may contain its record or be the record: the documentation leaves that open. */
async function versionsOf(id: string): Promise<MemoryRecord[]> {
  const versions = itemsOf<MemoryRecord & { record?: MemoryRecord }>(await mine.history(id));
  return versions.map((version) => version.record ?? version);
}

describe('GET /memory/{id}/history', () => {
  test('keeps every earlier version of a memory', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'version one', importance: 1 });
    await mine.patch(id, { content: 'version two' });
    await mine.patch(id, { content: 'version three', importance: 3 });
    const versions = await versionsOf(id);
    for (const earlier of ['version one', 'version two']) {
      const version = versions.find((candidate) => candidate.content === earlier);
      assert.ok(version, `${earlier} is kept`);
      assert.equal(version.importance, 1);
    }
  });

  test('loses none of several concurrent changes', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'change 0' });
    const contents = ['change 1', 'change 2', 'change 3', 'change 4', 'change 5'];
    const responses = await Promise.all(contents.map((content) => mine.tryPatch(id, { content })));
    for (const response of responses) expectStatus(response, 200);
    const kept = contentsOf([await mine.get(id), ...(await versionsOf(id))]);
    for (const content of ['change 0', ...contents]) assert.ok(kept.includes(content), `${content} is kept`);
  });

  test('returns 404 for an unknown id and for one of another key', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'With a past.' });
    expectStatus(await mine.tryHistory(id), 200);
    expectError(await stranger.tryHistory(id), 404, 'not_found');
    expectError(await mine.tryHistory('mem_unknown'), 404, 'not_found');
  });
});

describe('GET /memory', () => {
  const scope = newScope();
  const { user_id } = scope;
  const contents = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'];
  const newestFirst = [...contents].reverse();
  const namesOf = (memories: MemoryRecord[]) => memories.map((memory) => memory.content);
  before(async () => {
    for (const [i, content] of contents.entries()) {
      const tags = i % 2 === 0 ? ['even', 'all'] : ['odd', 'all'];
      const kind = i === 3 ? 'episodic' : 'semantic';
      const namespace = i < 2 ? 'start' : 'default';
      await serviceReaches((await mine.store({ ...scope, content, tags, kind, importance: i, namespace })).created_at);
    }
  });

  test('lists full records, newest first', async () => {
    const body = await mine.list({ user_id });
    const memories = itemsOf<MemoryRecord>(body);
    assert.deepEqual(namesOf(memories), newestFirst);
    assert.equal(body.count, contents.length);
    assert.equal(body.next_cursor, null);
    for (const memory of memories) expectMemory(memory, scope);
  });

  test('returns pages that together form the list', async () => {
    const seen: string[][] = [];
    let cursor: unknown;
    do {
      const body = await mine.list({ user_id, limit: 3, ...(cursor ? { cursor: String(cursor) } : {}) });
      seen.push(namesOf(itemsOf(body)));
      cursor = body.next_cursor;
    } while (cursor !== null && seen.length < 10);
    assert.deepEqual(seen, [['m7', 'm6', 'm5'], ['m4', 'm3', 'm2'], ['m1']]);
  });

  test('a memory stored between two pages shifts nothing', async () => {
    const own = newScope();
    for (const content of ['a', 'b', 'c', 'd']) await mine.store({ ...own, content });
    const first = await mine.list({ user_id: own.user_id, limit: 2 });
    await mine.store({ ...own, content: 'e' });
    const second = await mine.list({ user_id: own.user_id, limit: 2, cursor: String(first.next_cursor) });
    assert.deepEqual(namesOf(itemsOf(first)), ['d', 'c']);
    assert.deepEqual(namesOf(itemsOf(second)), ['b', 'a']);
  });

  for (const [filter, expected] of [
    [{ agent_id: scope.agent_id }, newestFirst],
    [{ agent_id: 'nobody' }, []],
    [{ tags: 'even' }, ['m7', 'm5', 'm3', 'm1']],
    [{ tags: 'even,odd' }, newestFirst],
    [{ tags_all: 'all,odd' }, ['m6', 'm4', 'm2']],
    [{ kind: 'episodic' }, ['m4']],
    [{ namespace: 'start' }, ['m2', 'm1']],
    [{ min_importance: 5 }, ['m7', 'm6']],
    [{ created_before: 1 }, []],
  ] as const) {
    test(`filtered by ${JSON.stringify(filter)} lists [${expected}]`, async () => {
      assert.deepEqual(namesOf(itemsOf(await mine.list({ user_id, ...filter }))), expected);
    });
  }

  test('returns nothing that belongs to another key, even with its cursor', async () => {
    assert.deepEqual(itemsOf(await stranger.list({ user_id })), []);
    const { next_cursor } = await mine.list({ user_id, limit: 3 });
    const response = await stranger.tryList({ user_id, limit: 3, cursor: String(next_cursor) });
    expectStatus(response, 200, 400);
    assert.doesNotMatch(response.text, /mem_/);
  });

  test('refuses an invalid limit, filter or cursor, and names it', async () => {
    for (const [parameter, wrong] of [
      ['limit', '0'],
      ['limit', 'abc'],
      ['kind', 'imaginary'],
      ['cursor', 'garbage'],
    ] as const) {
      const response = await call('GET', '/memory', { key, query: { user_id, [parameter]: wrong } });
      expectError(response, 400, 'invalid_request', parameter);
    }
  });
});
