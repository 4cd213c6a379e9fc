import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import {
  ADMIN_KEY,
  ISSUER_KEY,
  onBothEngines,
  type TestOptions,
  type TestService,
} from '../../../test/support/service.js';
import type { AuditListResponse } from '../../client/generated.js';
import { DAY, MINUTE } from '../../kernel/clock.js';

onBothEngines('the audit log', (start) => {
  const open = async (options: TestOptions = {}) => {
    const clock = new TestClock();
    const service = await start({ clock, background: false, ...options });
    const page = async (query: Record<string, string | number> = {}) => {
      const { status, body } = await service.call('GET', '/admin/audit', { key: ADMIN_KEY, query });
      assert.equal(status, 200, JSON.stringify(body));
      return body as AuditListResponse;
    };
    const entries = async (query: Record<string, string | number> = {}) => (await page(query)).entries;
    return { clock, service, page, entries };
  };
  const store = async (service: TestService, key: string, content: string, user = 'ann') =>
    (await service.call('POST', '/memory/store', { key, body: { user_id: user, content } })).body.id as string;

  it('records who did what, with which key and from where, with ids but no content', async () => {
    const { service, entries } = await open();
    const { key, id: keyId } = await service.mint();
    const memory = await store(service, key, 'Ann keeps a heron');
    const { body: child } = await service.call('POST', '/keys/children', {
      key,
      body: { name: 'phone', user_id: 'ann' },
    });
    const retrieved = await service.call('GET', '/memory/retrieve', {
      key: child.key,
      query: { q: 'heron' },
      headers: { 'x-request-id': 'mine-7' },
    });
    assert.equal(retrieved.body.count, 1);
    await service.call('GET', '/memory/context', { key, query: { user_id: 'ann' } });
    await service.call('GET', `/memory/${memory}`, { key });
    await service.call('GET', '/users/ann/memories', { key });
    await service.call('DELETE', '/memory/forget', { key, query: { id: memory } });
    const all = await entries({ key_id: keyId });
    assert.deepEqual(all.map(({ action, actor, subjects, calls }) => [action, actor, subjects, calls]).reverse(), [
      ['memory.store', keyId, [memory], 1],
      ['keys.mintChild', keyId, [child.id], 1],
      ['memory.retrieve', child.id, [memory], 1],
      ['memory.context', keyId, [memory], 1],
      ['memory.get', keyId, [memory], 1],
      ['users.export', keyId, [], 1],
      ['memory.forget', keyId, [memory], 1],
    ]);
    assert.ok(all.every(({ address, status, key_id }) => address === '127.0.0.1' && status < 300 && key_id === keyId));
    assert.equal(all.find(({ actor }) => actor === child.id)?.request_id, 'mine-7');
    const [minted] = await entries({ action: 'keys.mint' });
    assert.deepEqual([minted?.actor, minted?.key_id, minted?.subjects], ['admin', null, [keyId]]);
    assert.ok(!JSON.stringify(await entries()).includes('heron'));
    // A user is found by id, but is not named.
    const about = await entries({ key_id: keyId, user_id: 'ann' });
    assert.deepEqual(new Set(about.map(({ user_ref }) => user_ref)).size, 1);
    assert.ok(about.length >= 4 && !JSON.stringify(about).includes('"ann"'));
    assert.deepEqual(await entries({ key_id: keyId, user_id: 'bob' }), []);
    assert.deepEqual(
      await entries({ key_id: child.id }),
      all.filter(({ actor }) => actor === child.id),
    );
  });

  it('finds by user what named only the id of a memory, an episode or a link of that user', async () => {
    const { service, entries } = await open();
    const { key, id: key_id } = await service.mint();
    const [memory, other, bobs] = [
      await store(service, key, 'Ann keeps a heron'),
      await store(service, key, 'Ann lives by a lake'),
      await store(service, key, 'Bob keeps a heron', 'bob'),
    ];
    const post = async (path: string, body: object = {}) => {
      const response = await service.call('POST', path, { key, body });
      assert.ok(response.status < 300, JSON.stringify(response.body));
      return response.body;
    };
    await post('/memory/feedback', { memory_id: memory, outcome: 'success' });
    await post('/memory/feedback', { memory_id: bobs, outcome: 'success' });
    await post(`/memory/verify/${memory}`);
    const link = await post('/memory/graph/link', { from: memory, to: other, relationship: 'supports' });
    await post('/memory/graph/link', { from: memory, to: bobs, relationship: 'supports' });
    await service.call('DELETE', `/memory/graph/link/${link.id}`, { key });
    const episode = await post('/memory/episodes/start', { user_id: 'ann', agent_id: 'a', title: 'A walk' });
    await post('/memory/episodes/event', { episode_id: episode.id, content: 'Ann saw a heron' });
    await service.call('DELETE', '/memory/forget', { key, query: { id: memory } });
    await service.call('DELETE', '/memory/forget', { key, query: { id: episode.id } });
    const actions = async (user_id: string) =>
      (await entries({ key_id, user_id })).map(({ action }) => action).reverse();
    assert.deepEqual(await actions('ann'), [
      ...['memory.store', 'memory.store', 'memory.feedback', 'memory.verify', 'graph.link', 'graph.unlink'],
      ...['episodes.start', 'episodes.event', 'memory.forget', 'memory.forget'],
    ]);
    assert.deepEqual(await actions('bob'), ['memory.store', 'memory.feedback']);
    await service.call('DELETE', '/users/ann/memories', { key });
    assert.deepEqual(await actions('ann'), []);
  });

  it('records an MCP tool call as the operation it runs', async () => {
    const { service, entries } = await open();
    const { key, id: key_id } = await service.mint();
    const memory = await store(service, key, 'Ann keeps a heron', 'default');
    const body = {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'retrieve_memory', arguments: { q: 'heron' } },
    };
    const response = await service.call('POST', '/mcp', { key, body });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    const [entry] = await entries({ key_id, action: 'memory.retrieve' });
    assert.deepEqual([entry?.via, entry?.subjects], ['mcp', [memory]]);
  });

  it('sums other reads and failed calls per minute, refused ones apart from other errors', async () => {
    const { service, entries, clock } = await open();
    const { key, id: key_id } = await service.mint({ scopes: ['read'] });
    for (let i = 0; i < 3; i++) await service.call('GET', '/memory/stats', { key });
    for (let i = 0; i < 2; i++) await service.call('POST', '/memory/store', { key, body: {} });
    for (let i = 0; i < 4; i++) await service.call('GET', '/memory/stats', { key: 'rec_sk_wrong' });
    await service.call('GET', '/memory/retrieve', { key, query: { limit: 'many' } });
    const sums = async (query: Record<string, string | number>) =>
      (await entries(query)).map(({ actor, status, outcome, calls }) => [actor, status, outcome, calls]);
    const stats = { action: 'memory.stats' };
    assert.deepEqual(await sums({ key_id, ...stats }), [[key_id, 200, 'ok', 3]]);
    assert.deepEqual(await sums({ key_id, outcome: 'refused' }), [[key_id, 403, 'refused', 2]]);
    assert.deepEqual(await sums({ key_id, outcome: 'failed' }), [[key_id, 400, 'failed', 1]]);
    assert.deepEqual(await sums({ ...stats, outcome: 'refused' }), [['anonymous', 401, 'refused', 4]]);
    await service.call('GET', '/memory/stats', { key });
    assert.deepEqual(await sums({ key_id, ...stats }), [[key_id, 200, 'ok', 4]]);
    clock.advance(MINUTE);
    await service.call('GET', '/memory/stats', { key });
    assert.deepEqual(await sums({ key_id, ...stats }), [
      [key_id, 200, 'ok', 1],
      [key_id, 200, 'ok', 4],
    ]);
    assert.deepEqual(await sums({ key_id, ...stats, from: clock.now() - 1 }), [[key_id, 200, 'ok', 1]]);
    assert.deepEqual(await sums({ key_id, ...stats, to: clock.now() - MINUTE + 1 }), [[key_id, 200, 'ok', 4]]);
    assert.deepEqual(await entries({ address: '192.0.2.1' }), []);
    assert.equal(
      (await entries({ action: 'memory.*' })).every(({ action }) => action.startsWith('memory.')),
      true,
    );
  });

  it('is listed newest first, in pages, for operators only', async () => {
    const { service, page } = await open();
    const { key, id: key_id } = await service.mint();
    const stored = [];
    for (let i = 0; i < 5; i++) stored.unshift(await store(service, key, `Number ${i}`));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const next: Awaited<ReturnType<typeof page>> = await page({
        ...{ key_id, action: 'memory.store', limit: 2 },
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...next.entries.flatMap(({ subjects }) => subjects));
      cursor = next.next_cursor;
    }
    assert.deepEqual(seen, stored);
    for (const other of [key, ISSUER_KEY]) {
      assert.equal((await service.call('GET', '/admin/audit', { key: other })).status, 403);
    }
    assert.equal((await service.call('GET', '/admin/audit')).status, 401);
    const wrong = await service.call('GET', '/admin/audit', { key: ADMIN_KEY, query: { user_id: 'ann' } });
    assert.deepEqual([wrong.status, /needs `key_id`/.test(wrong.body.error.message)], [400, true]);
  });

  it('leaves out a key that the operator excludes, with its child keys', async () => {
    const { service, entries } = await open();
    const body = { name: 'quiet', audit: false };
    const { body: made } = await service.call('POST', '/auth/keys', { key: ADMIN_KEY, body });
    assert.equal(made.audit, false);
    const childBody = { name: 'phone', user_id: 'ann' };
    const { body: child } = await service.call('POST', '/keys/children', { key: made.key, body: childBody });
    await store(service, made.key, 'Nobody notes this');
    await store(service, child.key, 'Nor this');
    assert.deepEqual(await entries({ key_id: made.id }), []);
    const change = { key: ADMIN_KEY, body: { audit: true } };
    assert.equal((await service.call('PATCH', `/auth/keys/${made.id}`, change)).body.audit, true);
    await store(service, made.key, 'Somebody notes this');
    await store(service, child.key, 'And this');
    assert.deepEqual(
      (await entries({ key_id: made.id })).map(({ actor }) => actor),
      [child.id, made.id],
    );
    assert.equal((await service.call('POST', '/auth/keys', { key: ISSUER_KEY, body })).status, 403);
    assert.equal((await entries({ action: 'keys.change' }))[0]?.subjects[0], made.id);
  });

  it('redacts the entries about an erased user, but keeps the calls', async () => {
    const { service, entries, clock } = await open();
    const { key, id: key_id } = await service.mint();
    await store(service, key, 'Ann keeps a heron');
    const kept = await store(service, key, 'Bob keeps a canoe', 'bob');
    await service.call('GET', '/memory/retrieve', { key, query: { user_id: 'ann', q: 'heron' } });
    const before = await entries({ key_id });
    const erased = await service.call('DELETE', '/users/ann/memories', { key });
    assert.equal(erased.status, 200);
    clock.advance(MINUTE);
    await service.jobs.runDue();
    const [erasure, ...after] = await entries({ key_id });
    assert.deepEqual([erasure?.action, erasure?.user_ref], ['users.erase', null]);
    assert.deepEqual(erasure?.subjects, [erased.body.receipt.id]);
    assert.deepEqual(
      after.map(({ id, action }) => [id, action]),
      before.map(({ id, action }) => [id, action]),
    );
    assert.deepEqual(await entries({ key_id, user_id: 'ann' }), []);
    assert.deepEqual(
      after.flatMap(({ subjects }) => subjects),
      [kept],
    );
    assert.deepEqual((await entries({ key_id, user_id: 'bob' })).length, 1);
  });

  it('is kept for the configured days, survives a restart, and is empty when turned off', async () => {
    const { service, clock } = await open({ env: { RECOLLECT_AUDIT_DAYS: '2' } });
    const { key, id } = await service.mint();
    await store(service, key, 'First');
    clock.advance(DAY);
    await store(service, key, 'Second');
    const { place } = service;
    await service.stop();
    const again = async (days: string) => {
      const next = await start({ clock, place, background: false, env: { RECOLLECT_AUDIT_DAYS: days } });
      await next.jobs.runDue();
      const query = { key_id: id };
      const { count } = (await next.call('GET', '/admin/audit', { key: ADMIN_KEY, query })).body;
      await store(next, key, 'Once more');
      await next.stop();
      return count;
    };
    assert.equal(await again('2'), 2);
    clock.advance(DAY + MINUTE);
    assert.equal(await again('2'), 2, 'the first is gone, what the second start stored is there');
    clock.advance(2 * 60 * MINUTE);
    assert.equal(await again('0'), 0);
  });
});
