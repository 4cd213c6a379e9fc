import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { monthOf, nextMonth } from '../../kernel/clock.js';
import { fromJson } from '../../storage/json.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { reserveQuota } from '../portability/sql/import.js';
import { proceduresOf, REFUND, WEATHER } from './procedures.test.kit.js';

onBothEngines('storing procedures', (start) => {
  it('creates a procedure that is also a procedural memory with the same id', async () => {
    const service = await start();
    const { key } = await service.mint();
    const mine = proceduresOf(service, key);
    const stored = await mine.store({ ...REFUND, user_id: 'ann', tags: ['a', 'a'], metadata: { by: 'hand' } });
    assert.match(stored.id, /^proc_/);
    assert.deepEqual(
      [stored.status, stored.version, stored.uses, stored.success_rate, stored.embedded, stored.user_id, stored.tags],
      ['stored', 1, 0, null, true, 'ann', ['a']],
    );
    const memory = (await service.call('GET', `/memory/${stored.id}`, { key })).body;
    assert.deepEqual(
      [memory.kind, memory.user_id, memory.tags, memory.metadata],
      ['procedural', 'ann', ['a'], { by: 'hand' }],
    );
    const found = await service.call('GET', '/memory/retrieve', {
      key,
      query: { q: 'customer wants money back', user_id: 'ann', kind: 'procedural' },
    });
    assert.equal(found.body.results[0].id, stored.id);
    assert.equal(found.body.results[0].score, 1, 'a line counts on its own');
    const refused = await service.call('PATCH', `/memory/${stored.id}`, { key, body: { content: 'something else' } });
    assert.equal(refused.status, 400);
  });

  it('accepts the longest names of every kind, and transfers them', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    // Different four-byte characters: nothing can compress them.
    const long = (length: number, from: number) =>
      Array.from({ length }, (_, i) => String.fromCodePoint(0x20000 + from + 7 * i)).join('');
    const [user_id, agent_id, name] = [long(256, 0), long(256, 1), long(200, 2)];
    const mine = proceduresOf(service, key);
    const { id } = await mine.store({ user_id, agent_id, name, steps: ['Look the order up'] });
    assert.equal((await mine.tryStore({ user_id, agent_id, name, steps: ['Refund the card'] })).body.id, id);
    const body = { user_id, from_agent: agent_id, to_agent: long(256, 3) };
    const { status, body: done } = await service.call('POST', '/memory/transfer', { key, body });
    assert.deepEqual([status, done.transferred], [201, 1]);
  });

  it('keeps the earlier version when the same name is stored again, and only then', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key } = await service.mint();
    const mine = proceduresOf(service, key);
    const first = await mine.store({ ...REFUND, tags: ['a'], metadata: { old: 1, kept: 1 } });
    const same = await mine.tryStore(REFUND);
    assert.deepEqual([same.status, same.body.status, same.body.id, same.body.version], [200, 'unchanged', first.id, 1]);
    await mine.report(first.id, 'success');
    clock.advance(1_000);

    const trigger = 'give the money back';
    const second = await mine.tryStore({ ...REFUND, trigger, metadata: { kept: 2 } });
    assert.deepEqual([second.status, second.body.status, second.body.version], [200, 'updated', 2]);
    assert.deepEqual([second.body.tags, second.body.metadata, second.body.uses], [['a'], { kept: 2 }, 1]);
    const third = await mine.tryStore({ ...REFUND, trigger, steps: ['Refuse'] });
    assert.deepEqual([third.body.version, third.body.uses], [3, 0], 'other steps have yet to prove themselves');

    const { body } = await mine.get(first.id);
    assert.deepEqual([body.version, body.steps, body.created_at], [3, ['Refuse'], first.created_at]);
    assert.deepEqual(
      body.versions.map((v: { version: number; steps: string[]; trigger: string; successes: number }) => [
        v.version,
        v.steps,
        v.trigger,
        v.successes,
      ]),
      [
        [2, REFUND.steps, trigger, 1],
        [1, REFUND.steps, REFUND.trigger, 1],
      ],
    );
    assert.equal((await mine.match('customer wants money back')).procedures.length, 1);
    assert.equal((await service.call('GET', '/memory', { key })).body.count, 1);
    const other = await mine.store({ ...REFUND, agent_id: 'another' });
    assert.notEqual(other.id, first.id);
    assert.equal((await mine.store({ ...REFUND, user_id: 'ann' })).version, 1);
  });

  it('creates one procedure when ten callers store it at the same time', async () => {
    const service = await start();
    const { key } = await service.mint();
    const mine = proceduresOf(service, key);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => mine.tryStore({ ...REFUND, description: `for customer ${i % 5}` })),
    );
    assert.deepEqual(responses.filter(({ status }) => status === 201).length, 1);
    assert.equal(new Set(responses.map(({ body }) => body.id)).size, 1);
    const { body } = await mine.get(responses[0]?.body.id);
    assert.equal(body.versions.length, body.version - 1);
    assert.equal((await service.call('GET', '/usage', { key })).body.used, 1);
  });

  it('returns the procedure of the first run for a repeated request', async () => {
    const service = await start();
    const { key } = await service.mint();
    const headers = { 'idempotency-key': 'once' };
    const calls = [1, 2].map(() => service.call('POST', '/memory/procedures', { key, body: REFUND, headers }));
    const [one, two] = await Promise.all(calls);
    assert.deepEqual([one?.status, one?.body.id], [two?.status, two?.body.id]);
  });

  it('counts a procedure against the allowance, but not a new version', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key, id } = await service.mint({ tier: 'free' });
    const now = clock.now();
    const quota = { month: monthOf(now), limit: 10_000, count: 9_999, now, resetAt: nextMonth(now) };
    await service.database.tenant(id).run(reserveQuota, quota);
    const mine = proceduresOf(service, key);
    await mine.store(REFUND);
    const refused = await mine.tryStore(WEATHER);
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'quota_exceeded']);
    assert.equal((await mine.list()).body.count, 1, 'nothing half-written');
    assert.equal((await mine.tryStore({ ...REFUND, steps: ['Another way'] })).status, 200);
  });

  it('writes a journal entry for what was stored, without its text', async () => {
    const service = await start();
    const { key } = await service.mint();
    const mine = proceduresOf(service, key);
    const { id } = await mine.store(REFUND);
    await mine.tryStore({ ...REFUND, steps: ['Another way'] });
    const lines = await rowsOf<{ subject: string; data: unknown }>(
      service.place,
      "select subject, data from journal where kind = 'procedure.stored' order by seq",
    );
    assert.deepEqual(
      lines.map(({ subject, data }) => [subject, fromJson(data)]),
      [
        [id, { version: 1 }],
        [id, { version: 2 }],
      ],
    );
  });

  it('removes a procedure completely when its memory is forgotten or expires', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key } = await service.mint();
    const mine = proceduresOf(service, key);
    const { id } = await mine.store(REFUND);
    await mine.tryStore({ ...REFUND, steps: ['Another way'] });
    assert.deepEqual((await mine.forget({ id })).body, { deleted: 1 });
    assert.equal((await mine.get(id)).status, 404);
    assert.deepEqual((await mine.match('customer wants money back')).procedures, []);
    const again = await mine.store(REFUND);
    assert.deepEqual((await mine.get(again.id)).body.versions, [], 'the name is free again');

    const hers = await mine.store({ ...WEATHER, user_id: 'ann' });
    await mine.forget({ user_id: 'ann' });
    assert.equal((await mine.get(hers.id)).status, 404);

    await service.call('PATCH', `/memory/${again.id}`, { key, body: { ttl_seconds: 10 } });
    clock.advance(20_000);
    assert.equal((await mine.get(again.id)).status, 404);
    assert.equal((await mine.report(again.id, 'success')).status, 404);
    assert.equal((await mine.list()).body.count, 0);
    const fresh = await mine.store(REFUND);
    assert.notEqual(fresh.id, again.id, 'an expired one does not keep its name');
  });

  it('lists procedures page by page, newest first', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key } = await service.mint();
    const mine = proceduresOf(service, key);
    for (const name of ['one', 'two', 'three']) {
      clock.advance(1);
      await mine.store({ ...REFUND, name });
    }
    await mine.store({ ...REFUND, agent_id: 'other', name: 'four' });
    const first = (await mine.list({ agent_id: 'shop', limit: 2 })).body;
    const names = (page: { procedures: { name: string }[] }) => page.procedures.map(({ name }) => name);
    assert.deepEqual(names(first), ['three', 'two']);
    const rest = (await mine.list({ agent_id: 'shop', limit: 2, cursor: first.next_cursor })).body;
    assert.deepEqual([names(rest), rest.next_cursor], [['one'], null]);
  });

  it('exports a procedure as a memory, even without a user, and imports it again', async () => {
    const service = await start();
    const { key } = await service.mint();
    const { id } = await proceduresOf(service, key).store(REFUND);
    const exported = (await service.call('GET', '/memory/export', { key })).body.memories;
    const markdown = await service.call('GET', '/memory/export', { key, query: { format: 'markdown' } });
    assert.match(markdown.body, /customer wants money back/);
    const other = (await service.mint()).key;
    const imported = await service.call('POST', '/memory/import', { key: other, body: { memories: exported } });
    assert.deepEqual([imported.status, imported.body.imported, imported.body.errors], [201, 1, []]);
    assert.equal((await service.call('GET', `/memory/${id}`, { key: other })).body.content, exported[0].content);
    const plain = { ...exported[0], id: 'mem_plain', kind: 'semantic', content: 'of nobody' };
    const refused = await service.call('POST', '/memory/import', { key: other, body: { memories: [plain] } });
    assert.match(refused.body.errors[0].message, /user_id/);
  });

  it('never reports procedures as contradicting each other', async () => {
    const service = await start({ clock: new TestClock(), background: false });
    const { key } = await service.mint();
    const mine = proceduresOf(service, key);
    const store = (name: string, step: string) => mine.store({ agent_id: 'shop', name, steps: [step] });
    await store('Backups', 'The backup runs on Monday');
    await store('Backups anew', 'The backup no longer runs on Monday, it switched to Friday');
    await service.jobs.runDue();
    const { body } = await service.call('GET', '/memory/conflicts', { key, query: { status: 'all' } });
    assert.equal(body.count, 0);
    assert.equal((await mine.list()).body.count, 2);
  });
});
