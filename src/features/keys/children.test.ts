import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { ADMIN_KEY, onBothEngines } from '../../../test/support/service.js';
import { operations } from '../../catalog.js';
import { DAY } from '../../kernel/clock.js';

onBothEngines('a child key', (start) => {
  const setUp = async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { id: parentId, key } = await service.mint();
    const as =
      (secret: string) =>
      (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, input: object = {}) =>
        service.call(method, path, {
          key: secret,
          ...(method === 'GET' || method === 'DELETE' ? { query: input as Record<string, string> } : { body: input }),
        });
    const parent = as(key);
    const child = async (input: object = {}) => {
      const { status, body } = await parent('POST', '/keys/children', { name: 'phone', user_id: 'ada', ...input });
      assert.equal(status, 201, JSON.stringify(body));
      return { ...body, call: as(body.key) };
    };
    const store = async (user_id: string, content: string, more = {}) =>
      (await parent('POST', '/memory/store', { user_id, content, ...more })).body.id as string;
    return { clock, service, parentId, parent, child, store, as };
  };

  it('sees one user of its parent, and stores for them without naming them', async () => {
    const { child, parent, store, parentId } = await setUp();
    await store('ben', 'Ben lives in Bath.');
    const ada = await child();
    assert.deepEqual(
      [ada.parent_id, ada.bound_to, ada.client, ada.scopes],
      [parentId, { user_id: 'ada', agent_id: null, namespace: null }, null, ['read', 'write']],
    );
    const { body: stored } = await ada.call('POST', '/memory/store', { content: 'Ada lives in Rome.' });
    assert.equal(stored.user_id, 'ada');
    const { body: listed } = await ada.call('GET', '/memory');
    assert.deepEqual(
      listed.memories.map(({ content }: { content: string }) => content),
      ['Ada lives in Rome.'],
    );
    const { body: batch } = await ada.call('POST', '/memory/batch', { memories: [{ content: 'Ada likes tea.' }] });
    assert.equal(batch.stored, 1);
    assert.equal((await parent('GET', '/memory', { user_id: 'ada' })).body.count, 2);
    const { body: asked } = await ada.call('GET', '/memory/retrieve', { q: 'Where do they live?' });
    assert.ok(!JSON.stringify(asked).includes('Bath'));
  });

  it('is refused another user, and gets the same 404 for ids of others as for unknown ids', async () => {
    const { child, parent, store } = await setUp();
    const [ben, bens] = [await store('ben', 'Ben lives in Bath.'), await store('ben', 'Ben owns a boat.')];
    const { body: link } = await parent('POST', '/memory/graph/link', {
      from: ben,
      to: bens,
      relationship: 'related_to',
    });
    const { body: episode } = await parent('POST', '/memory/episodes/start', {
      user_id: 'ben',
      agent_id: 'a',
      title: 'x',
    });
    const ada = await child();
    const mine = (await ada.call('POST', '/memory/store', { content: 'Ada lives in Rome.' })).body.id;
    for (const [method, path, input] of [
      ['GET', '/memory', { user_id: 'ben' }],
      ['GET', '/memory/context', { user_id: 'ben', q: 'home' }],
      ['POST', '/memory/store', { user_id: 'ben', content: 'Ben is here.' }],
      ['POST', '/memory/batch', { memories: [{ user_id: 'ben', content: 'Ben is here.' }] }],
      ['DELETE', '/memory/forget', { user_id: 'ben' }],
    ] as const) {
      const { status, body } = await ada.call(method, path, input);
      assert.deepEqual([status, body.error.code], [403, 'missing_scope'], `${method} ${path}`);
      assert.match(body.error.message, /`user_id` must be "ada"/);
    }
    for (const [method, path, input] of [
      ['GET', `/memory/${ben}`, {}],
      ['GET', `/memory/${ben}/history`, {}],
      ['PATCH', `/memory/${ben}`, { content: 'Ben lives nowhere.' }],
      ['DELETE', '/memory/forget', { id: ben }],
      ['POST', '/memory/feedback', { memory_id: ben, outcome: 'failure' }],
      ['POST', '/memory/graph/link', { from: mine, to: ben, relationship: 'related_to' }],
      ['DELETE', `/memory/graph/link/${link.id}`, {}],
      ['POST', '/memory/episodes/event', { episode_id: episode.id, content: 'I was here.' }],
    ] as const) {
      const foreign = await ada.call(method, path, input);
      assert.equal(foreign.status, 404, `${method} ${path}: ${JSON.stringify(foreign.body)}`);
      const unknown = JSON.stringify(input).replace(/(mem|ep)_[0-9a-z]{26}/g, (id) =>
        id === mine ? id : `${id.slice(0, -26)}${'1'.repeat(26)}`,
      );
      const nowhere = await ada.call(method, path.replace(/_[0-9a-z]{26}/, `_${'1'.repeat(26)}`), JSON.parse(unknown));
      assert.equal(foreign.body.error.message, nowhere.body.error.message, `${method} ${path}`);
    }
    assert.equal((await parent('GET', `/memory/${ben}`)).body.content, 'Ben lives in Bath.');
  });

  it('forgets nothing unless the call names it: not even its own user by default', async () => {
    const { child, parent, store } = await setUp();
    const ids = [await store('ada', 'Ada lives in Rome.'), await store('ada', 'Ada rows.', { agent_id: 'coach' })];
    const { body: bens } = await parent('POST', '/memory/episodes/start', {
      ...{ user_id: 'ben', agent_id: 'a', title: 'The day of Ben' },
    });
    const [ada, coach] = [await child(), await child({ agent_id: 'coach' })];
    for (const { call } of [ada, coach]) {
      for (const input of [{}, { memory_id: ids[0] }, { agent_id: 'coach' }]) {
        const { status, body } = await call('DELETE', '/memory/forget', input);
        assert.equal(status, 400, JSON.stringify([input, body]));
      }
      for (const args of [{}, { id: null }, { memory_id: ids[0] }]) {
        const params = { name: 'forget_memory', arguments: args };
        const { body } = await call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
        assert.equal(body.result.isError, true, JSON.stringify(args));
      }
      assert.equal((await call('DELETE', '/memory/forget', { id: bens.id })).status, 404);
    }
    assert.equal((await parent('GET', '/memory', { user_id: 'ada' })).body.count, 2);
    assert.equal((await parent('GET', '/memory/episodes', { id: bens.id })).status, 200);
    assert.equal((await coach.call('DELETE', '/memory/forget', { user_id: 'ada' })).body.deleted, 1);
    assert.equal((await parent('GET', `/memory/${ids[0]}`)).status, 200);
  });

  it('is refused by every operation that does not declare how a bound key may call it', async () => {
    const { child } = await setUp();
    const { call } = await child();
    const open = operations.filter(({ bound, scope }) => bound === undefined && scope !== 'none');
    assert.ok(open.length > 20);
    for (const { method, path, scope } of open) {
      const { status } = await call(method, path.replaceAll(/\{\w+\}/g, 'x'));
      assert.equal(status, 403, `${method} ${path} (${scope})`);
    }
  });

  it('learns like its parent which id is missing', async () => {
    const { child, parent } = await setUp();
    const { call } = await child();
    const named = operations.flatMap(({ bound, input, ...operation }) =>
      typeof bound === 'object' && 'records' in bound && !('user_id' in input.shape) ? [operation] : [],
    );
    assert.ok(named.length > 10);
    for (const { method, path, example = {}, id } of named) {
      if (path.includes('{')) continue;
      const rest = Object.fromEntries(
        Object.entries(example as object).filter(([, value]) => !/^(mem|ep)_/.test(String(value))),
      );
      const send = (as: typeof call) => as(method as 'POST', path, rest);
      const [own, parents] = [await send(call), await send(parent)];
      assert.equal(parents.status, 400, id);
      assert.deepEqual([own.status, own.body.error.details], [400, parents.body.error.details], id);
    }
    const params = { name: 'give_feedback', arguments: { outcome: 'success' } };
    const { body } = await call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    assert.match(JSON.stringify(body.result), /memory_id.*required/);
  });

  it('can also be bound to one agent and one namespace', async () => {
    const { child, parent, store } = await setUp();
    const other = await store('ada', 'Ada lives in Rome.', { agent_id: 'coach' });
    const inside = await store('ada', 'Ada runs on Mondays.', { agent_id: 'doctor', namespace: 'health' });
    const outside = await store('ada', 'Ada banks at Intesa.', { agent_id: 'doctor', namespace: 'money' });
    const { call } = await child({ agent_id: 'doctor', namespace: 'health' });
    const { body } = await call('GET', '/memory');
    assert.deepEqual(
      body.memories.map(({ id }: { id: string }) => id),
      [inside],
    );
    for (const id of [other, outside]) assert.equal((await call('GET', `/memory/${id}`)).status, 404);
    const { body: stored } = await call('POST', '/memory/store', { content: 'Ada swims.' });
    assert.deepEqual([stored.agent_id, stored.namespace], ['doctor', 'health']);
    assert.equal((await call('PATCH', `/memory/${inside}`, { namespace: 'money' })).status, 403);
    assert.equal((await call('GET', '/memory/stats')).status, 403, 'figures of all namespaces');
    assert.equal((await call('DELETE', '/memory/forget?user_id=ada&namespace=money')).status, 403);
    assert.equal((await call('DELETE', '/memory/forget?user_id=ada')).body.deleted, 2);
    assert.equal((await parent('GET', `/memory/${outside}`)).status, 200);
  });

  it('keeps to its scopes, which its parent has too, has no children, and ends when it expires, is revoked or its parent is revoked', async () => {
    const { child, clock, parent, parentId, service, as } = await setUp();
    const reader = await child({ scopes: ['read'] });
    assert.equal((await reader.call('POST', '/memory/store', { content: 'x' })).status, 403);
    assert.equal((await reader.call('POST', '/keys/children', { name: 'x', user_id: 'ada' })).status, 403);
    const { key: modest } = await service.mint({ scopes: ['read'] });
    const wish = { name: 'x', user_id: 'ada', scopes: ['read', 'write'] };
    const { status, body: refusal } = await as(modest)('POST', '/keys/children', wish);
    assert.deepEqual([status, refusal.error.details[0].field], [400, 'scopes']);
    const short = await child({ expires_at: clock.now() + DAY });
    clock.advance(DAY + 1);
    const last = await child();
    assert.equal((await short.call('GET', '/memory')).status, 401);
    const { body: listed } = await parent('GET', '/keys/children', { limit: 2 });
    assert.deepEqual([listed.count, listed.keys[0].id], [2, last.id]);
    assert.ok(!JSON.stringify(listed).includes('rec_sk_'));
    assert.equal(
      (await last.call('DELETE', `/auth/keys/${reader.id}`)).status,
      404,
      'a sibling is none of its business',
    );
    assert.equal((await parent('DELETE', `/auth/keys/${reader.id}`)).status, 200);
    assert.equal((await reader.call('GET', '/memory')).status, 403);
    const { body: rotated } = await last.call('POST', `/auth/keys/${last.id}/rotate`);
    assert.equal((await last.call('GET', '/memory')).status, 401);
    assert.equal((await as(rotated.key)('GET', '/memory')).status, 200);
    const stranger = await service.mint();
    assert.equal((await as(stranger.key)('DELETE', `/auth/keys/${last.id}`)).status, 404);
    await parent('DELETE', `/auth/keys/${parentId}`);
    assert.equal((await as(rotated.key)('GET', '/memory')).status, 403);
  });

  it('has the tier and the audit of its parent, and is listed as it is in force', async () => {
    const { child, parent, parentId, service } = await setUp();
    const { id } = await child();
    const change = (which: string, body: object) =>
      service.call('PATCH', `/auth/keys/${which}`, { key: ADMIN_KEY, body });
    for (const body of [{ tier: 'pro' }, { audit: false }, { name: 'y', tier: 'free' }]) {
      const { status, body: refusal } = await change(id, body);
      assert.equal(status, 400);
      assert.match(refusal.error.details[0].message, new RegExp(`belongs to the parent key ${parentId}`));
    }
    assert.equal((await change(id, { name: 'tablet' })).body.name, 'tablet');
    await change(parentId, { tier: 'pro', audit: false, scopes: ['read'] });
    const { body } = await parent('GET', '/keys/children');
    assert.deepEqual(
      body.keys.map(({ name, tier, audit, scopes }: Record<string, unknown>) => [name, tier, audit, scopes]),
      [['tablet', 'pro', false, ['read']]],
    );
    const { body: renamed } = await change(id, { name: 'phone' });
    const { key: _, previous_valid_until, ...rotated } = (await parent('POST', `/auth/keys/${id}/rotate`)).body;
    for (const { updated_at, ...changed } of [renamed, rotated])
      assert.deepEqual({ ...changed, name: 'tablet', updated_at: body.keys[0].updated_at }, body.keys[0]);
  });

  it('outlives what is forgotten about its user', async () => {
    const { child, parent, store } = await setUp();
    await store('ada', 'Ada lives in Rome.');
    const [phone, tablet] = [await child(), await child({ agent_id: 'coach' })];
    assert.equal((await phone.call('DELETE', '/memory/forget', { user_id: 'ada' })).body.deleted, 1);
    await parent('DELETE', '/memory/forget', { user_id: 'ada' });
    for (const { call } of [phone, tablet]) assert.equal((await call('GET', '/memory')).status, 200);
  });

  it('is erased with its user', async () => {
    const { child, parent } = await setUp();
    const [ada, ben] = [await child(), await child({ user_id: 'ben' })];
    assert.deepEqual(
      (await parent('GET', '/users/ada/memories')).body.keys.map(({ id }: { id: string }) => id),
      [ada.id],
    );
    await parent('DELETE', '/users/ada/memories');
    assert.equal((await ada.call('GET', '/memory')).status, 401);
    assert.equal((await ben.call('GET', '/memory')).status, 200);
  });

  it('returns the stored response of a repeated call only to the key that made it', async () => {
    const { child, service } = await setUp();
    const [ada, ben] = [await child(), await child({ user_id: 'ben' })];
    for (const content of ['The same words.', 'The same many words. '.repeat(4_000)]) {
      const send = (key: string) =>
        service.call('POST', '/memory/store', {
          key,
          body: { content },
          headers: { 'idempotency-key': content.slice(0, 20) },
        });
      const first = await send(ada.key);
      assert.equal(first.status, 201);
      assert.deepEqual((await send(ada.key)).body, first.body);
      const other = await send(ben.key);
      assert.equal(other.status, 201);
      assert.notEqual(other.body.id, first.body.id);
      assert.equal(other.body.user_id, 'ben');
      assert.deepEqual((await send(ada.key)).body, first.body);
    }
  });

  it('is offered only the MCP tools that it may call, for its user', async () => {
    const { child, store, service } = await setUp();
    await store('ben', 'Ben lives in Bath.');
    const ada = await child({ scopes: ['read'] });
    const rpc = async (method: string, params: object = {}) =>
      (await service.call('POST', '/mcp', { key: ada.key, body: { jsonrpc: '2.0', id: 1, method, params } })).body
        .result;
    const { tools } = await rpc('tools/list');
    const names = tools.map(({ name }: { name: string }) => name);
    assert.ok(
      names.includes('retrieve_memory') && names.includes('get_context') && !names.includes('store_memory'),
      names.join(),
    );
    const called = await rpc('tools/call', { name: 'retrieve_memory', arguments: { q: 'Where do they live?' } });
    assert.ok(!JSON.stringify(called).includes('Bath'));
    const other = await rpc('tools/call', { name: 'retrieve_memory', arguments: { q: 'home', user_id: 'ben' } });
    assert.equal(other.isError, true);
  });
});
