import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines, type TestService } from '../../../test/support/service.js';

interface Listed {
  user_id: string;
  memories: number;
  last_stored_at: number | null;
}

onBothEngines('the users of a key', (start) => {
  const all = async (service: TestService, key: string, query: Record<string, string | number> = {}) => {
    const users: Listed[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body } = await service.call('GET', '/users', {
        key,
        query: { ...query, ...(cursor ? { cursor } : {}) },
      });
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.count, body.users.length);
      users.push(...body.users);
      cursor = body.next_cursor;
    }
    return users;
  };
  const store = (service: TestService, key: string, user_id: string, content: string, more: object = {}) =>
    service.call('POST', '/memory/store', { key, body: { user_id, content, ...more } });

  it('are all users with stored data, by name, page by page', async () => {
    const service = await start({ background: false });
    const [{ key }, other] = [await service.mint(), await service.mint()];
    const names = ['Zoë', 'ada', 'ada lovelace', 'Ünal', '猫', 'a/b', '<script>', '𝒳'];
    for (const name of names) await store(service, key, name, `${name} likes tea.`);
    await store(service, key, 'ada', 'Ada plays chess.');
    await store(service, key, 'ada', 'Ada was in Rome.', { valid_until: '2020-01-01T00:00:00Z' });
    await store(service, key, 'past', 'The past was long.', { valid_until: '2020-01-01T00:00:00Z' });
    await store(service, other.key, 'stranger', 'The stranger is here.');
    await service.call('POST', '/memory/episodes/start', { key, body: { agent_id: 'a', user_id: 'of an episode' } });
    await service.call('POST', '/memory/episodes/start', { key, body: { agent_id: 'a' } });
    await service.call('POST', '/memory/emotional', {
      key,
      body: { agent_id: 'a', user_id: 'of a feeling', sentiment: 'positive' },
    });
    await service.call('POST', '/memory/working', {
      key,
      body: { session_id: 's', user_id: 'at work', content: 'a note' },
    });
    const expected = [...names, 'past', 'of an episode', 'of a feeling', 'at work'].sort((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
    for (const limit of [1, 3, 200]) {
      const users = await all(service, key, { limit });
      assert.deepEqual(
        users.map(({ user_id }) => user_id),
        expected,
      );
    }
    const byName = new Map((await all(service, key)).map((user) => [user.user_id, user]));
    for (const name of ['ada', 'past', 'at work']) {
      const { body } = await service.call('GET', '/memory', { key, query: { user_id: name } });
      const newest = body.memories[0]?.created_at ?? null;
      assert.deepEqual(byName.get(name), { user_id: name, memories: body.count, last_stored_at: newest });
    }
    const of = async (prefix: string) => (await all(service, key, { prefix, limit: 1 })).map(({ user_id }) => user_id);
    assert.deepEqual(await of('ada'), ['ada', 'ada lovelace']);
    assert.deepEqual(await of('a'), ['a/b', 'ada', 'ada lovelace', 'at work']);
    assert.deepEqual(await of('𝒳'), ['𝒳']);
    assert.deepEqual(await of('nobody'), []);
    assert.deepEqual(
      (await all(service, other.key)).map(({ user_id }) => user_id),
      ['stranger'],
    );
  });

  it('are gone once erased; child keys cannot list them, and a cursor is valid for one list only', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    for (const name of ['ada', 'bob', 'cleo']) await store(service, key, name, `${name} likes tea.`);
    await service.call('DELETE', '/users/bob/memories', { key });
    assert.deepEqual(
      (await all(service, key)).map(({ user_id }) => user_id),
      ['ada', 'cleo'],
    );
    const child = await service.call('POST', '/keys/children', { key, body: { name: 'phone', user_id: 'ada' } });
    assert.equal((await service.call('GET', '/users', { key: child.body.key })).status, 403);
    const { body } = await service.call('GET', '/users', { key, query: { limit: 1 } });
    const elsewhere = { key, query: { limit: 1, prefix: 'c', cursor: body.next_cursor } };
    assert.equal((await service.call('GET', '/users', elsewhere)).status, 400);
    const { status, body: refused } = await service.call('GET', '/users', { key, query: { limit: 201 } });
    assert.deepEqual([status, refused.error.message.includes('limit')], [400, true]);
  });
});
