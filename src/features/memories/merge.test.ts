import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { LIMITS } from '../../kernel/fields.js';

const tagsFrom = (from: number, count: number) => Array.from({ length: count }, (_, i) => `tag ${from + i}`);
const TEXT = 'Ann plays the cello';

onBothEngines('merged values', (start) => {
  let service: TestService;
  const calls = async () => {
    service ??= await start();
    const { key } = await service.mint();
    const call = (method: string, path: string, body?: unknown, query: Record<string, string> = {}) =>
      service.call(method, path, { key, query, ...(body === undefined ? {} : { body }) });
    const store = (more: object) => call('POST', '/memory/store', { user_id: 'ann', content: TEXT, ...more });
    return { call, store };
  };

  it('are refused, naming the field, if storing a text again would exceed a limit, and nothing changes', async () => {
    const { call, store } = await calls();
    const first = (await store({ tags: tagsFrom(0, LIMITS.tags), metadata: { a: 'x'.repeat(60_000) } })).body;
    for (const [field, more] of [
      ['tags', { tags: ['one more'] }],
      ['metadata', { metadata: { b: 'x'.repeat(6_000) } }],
    ] as const) {
      const refused = await store(more);
      assert.equal(refused.status, 400);
      assert.equal(refused.body.error.details[0].field, field);
      assert.match(refused.body.error.message, /after merging/);
    }
    assert.equal((await store({ tags: ['tag 3'] })).status, 200, 'what is there already fits');
    const { versions } = (await call('GET', `/memory/${first.id}/history`)).body;
    assert.equal(versions.length, 1);
    assert.deepEqual(versions[0].record.tags, first.tags);
  });

  it('fail only their own entry of a batch', async () => {
    const { call, store } = await calls();
    await store({ tags: tagsFrom(0, LIMITS.tags) });
    const memories = [
      { user_id: 'ann', content: TEXT, tags: ['one more'] },
      { user_id: 'ann', content: 'Ann keeps bees', tags: tagsFrom(0, 40) },
      { user_id: 'ann', content: 'Ann keeps bees', tags: tagsFrom(30, 40) },
    ];
    const { body } = await call('POST', '/memory/batch', { memories });
    assert.deepEqual(
      body.results.map((result: { status: string }) => result.status),
      ['error', 'stored', 'error'],
    );
    assert.match(body.results[0].error, /`tags` .*after merging/);
  });

  it('are refused by PATCH as well if they exceed a limit, but not if they only swap keys', async () => {
    const { call, store } = await calls();
    const { id } = (await store({ metadata: { a: 'x'.repeat(40_000) } })).body;
    const refused = await call('PATCH', `/memory/${id}`, { metadata: { b: 'x'.repeat(40_000) } });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.error.details[0].field, 'metadata');
    assert.equal((await call('GET', `/memory/${id}/history`)).body.count, 1);
    const swapped = await call('PATCH', `/memory/${id}`, { metadata: { a: null, b: 'x'.repeat(40_000) } });
    assert.equal(swapped.status, 200);
  });

  it('add no version if nothing but the verification time changes', async () => {
    const { call, store } = await calls();
    const given = { tags: ['b', 'a'], metadata: { zebra: 1, ant: { yak: [1, { z: 1, a: 2 }], bee: null } } };
    const { id } = (await store(given)).body;
    for (let i = 0; i < 3; i++) assert.equal((await store(given)).status, 200);
    assert.equal((await call('GET', `/memory/${id}/history`)).body.count, 1);
    const procedure = { agent_id: 'cook', name: 'Soup', steps: ['Boil'], ...given };
    for (let i = 0; i < 3; i++) await call('POST', '/memory/procedures', procedure);
    const longer = { ...procedure, steps: ['Boil', 'Stir'] };
    for (let i = 0; i < 3; i++) await call('POST', '/memory/procedures', longer);
    const { procedures } = (await call('GET', '/memory/procedures', undefined, { agent_id: 'cook' })).body;
    assert.equal(procedures[0].version, 2);
    assert.deepEqual(procedures[0].metadata, given.metadata);
  });

  it('keep their metadata unchanged in a transfer if the origin does not fit', async () => {
    const { call, store } = await calls();
    await store({ agent_id: 'one', metadata: { a: 'x'.repeat(LIMITS.metadataBytes - 8) } });
    const body = { user_id: 'ann', from_agent: 'one', to_agent: 'two' };
    assert.equal((await call('POST', '/memory/transfer', body)).body.transferred, 1);
    const { memories } = (await call('GET', '/memory', undefined, { user_id: 'ann', agent_id: 'two' })).body;
    assert.deepEqual(Object.keys(memories[0].metadata), ['a']);
  });

  it('are refused if a template would exceed the capabilities that an agent may have', async () => {
    const { call } = await calls();
    const capabilities = tagsFrom(0, 64);
    await call('POST', '/agents/register', { name: 'coder', capabilities });
    const refused = await call('POST', '/templates/coding/apply', { agent_id: 'coder' });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.error.details[0].field, 'capabilities');
  });
});
