import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError } from './expect.js';
import { contentsOf, KINDS, type MemoryRecord, memoryOf } from './memory.js';
import { call, itemsOf, mintKey, newScope, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const stranger = memoryOf((await mintKey()).key);

/** Everything about the user that any read still returns, as one text. */
async function everythingOf(user_id: string): Promise<string> {
  const hidden = { include_expired: true, include_superseded: true };
  const reads = await Promise.all([
    mine.retrieve({ q: 'Where is it?', user_id, limit: 100, ...hidden }),
    mine.list({ user_id, ...hidden }),
  ]);
  return JSON.stringify(reads);
}
const remaining = async (user_id: string) => contentsOf(itemsOf<MemoryRecord>(await mine.list({ user_id })));

describe('DELETE /memory/forget by id', () => {
  test('removes the memory from every later response', async () => {
    const scope = newScope();
    const doomed = await mine.store({ ...scope, content: 'The treasure lies under the oak.', tags: ['map'] });
    const kept = await mine.store({ ...scope, content: 'The oak is three hundred years old.' });
    await mine.patch(doomed.id, { content: 'The treasure lies under the birch.' });
    assert.equal((await mine.forget({ id: doomed.id })).deleted, 1);
    expectError(await mine.tryGet(doomed.id), 404, 'not_found');
    expectError(await mine.tryHistory(doomed.id), 404, 'not_found');
    expectError(await mine.tryPatch(doomed.id, { importance: 1 }), 404, 'not_found');
    const seen = await everythingOf(scope.user_id);
    assert.ok(!seen.includes('treasure') && seen.includes(kept.id));
  });

  test('returns 404 the second time and for an id that never existed', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Forgotten twice.' });
    await mine.forget({ id });
    expectError(await mine.tryForget({ id }), 404, 'not_found');
    expectError(await mine.tryForget({ id: 'mem_0000000000000000000000000000' }), 404, 'not_found');
    expectError(await mine.tryForget({ id: 'nonsense' }), 404, 'not_found');
  });

  test('returns 404 for a memory of another key, which stays', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Out of reach.' });
    expectError(await stranger.tryForget({ id }), 404, 'not_found');
    assert.equal((await mine.get(id)).content, 'Out of reach.');
  });

  test('deletes a memory once when called ten times concurrently', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Forgotten by ten at once.' });
    const responses = await Promise.all(Array.from({ length: 10 }, () => mine.tryForget({ id })));
    const statuses = responses.map((response) => response.status).sort();
    assert.deepEqual(statuses, [200, ...Array(9).fill(404)]);
  });
});

describe('DELETE /memory/forget by scope', () => {
  test('user_id with agent_id removes that scope and leaves the other agents', async () => {
    const { user_id, agent_id } = newScope();
    const contents = ['one', 'two', 'three'];
    await mine.batch(contents.map((content) => ({ user_id, agent_id, content })));
    await mine.store({ user_id, agent_id: unique('agent'), content: 'of another agent' });
    assert.equal((await mine.forget({ user_id, agent_id })).deleted, 3);
    assert.deepEqual(await remaining(user_id), ['of another agent']);
  });

  test('user_id alone removes everything about the user, in every agent, namespace and kind', async () => {
    const user_id = unique('user');
    for (const kind of KINDS) {
      await mine.store({ user_id, agent_id: unique('agent'), namespace: kind, kind, content: `of kind ${kind}` });
    }
    await mine.store({
      user_id,
      agent_id: unique('agent'),
      content: 'not valid yet',
      valid_from: '2120-01-01T00:00:00Z',
    });
    const bystander = newScope();
    await mine.store({ ...bystander, content: 'of another user' });
    assert.equal((await mine.forget({ user_id })).deleted, KINDS.length + 1);
    assert.ok(!(await everythingOf(user_id)).includes('mem_'));
    assert.deepEqual(await remaining(bystander.user_id), ['of another user']);
  });

  test('counts a hundred memories', async () => {
    const scope = newScope();
    await mine.batch(Array.from({ length: 100 }, (_, i) => ({ ...scope, content: `entry ${i}` })));
    assert.equal((await mine.forget({ user_id: scope.user_id })).deleted, 100);
  });

  test('deletes nothing in an empty scope', async () => {
    assert.equal((await mine.forget({ user_id: unique('nobody') })).deleted, 0);
  });

  test('affects only the calling key', async () => {
    const scope = newScope();
    await mine.store({ ...scope, content: 'stays' });
    assert.equal((await stranger.forget({ user_id: scope.user_id })).deleted, 0);
    assert.deepEqual(await remaining(scope.user_id), ['stays']);
  });
});

test('forgetting needs an id or a user_id', async () => {
  expectError(await call('DELETE', '/memory/forget', { key }), 400, 'invalid_request');
  expectError(await mine.tryForget({ agent_id: unique('agent') }), 400, 'invalid_request');
});
