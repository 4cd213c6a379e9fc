import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TestClock } from '../../../test/support/clock.js';
import { plant } from '../../../test/support/plant.js';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { DAY } from '../../kernel/clock.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { imported, many } from '../portability/portability.test.kit.js';
import { SECTION_NAMES } from './sections.js';

const CHECKER = fileURLToPath(new URL('../../../../scripts/check-receipt.mjs', import.meta.url));
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const path = (user: string) => `/users/${encodeURIComponent(user)}/memories`;
const exportOf = async (service: TestService, key: string, user: string) => {
  const { status, body } = await service.call('GET', path(user), { key });
  assert.equal(status, 200);
  return body;
};
const erase = async (service: TestService, key: string, user: string) => {
  const { status, body } = await service.call('DELETE', path(user), { key });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const store = async (service: TestService, key: string, body: object) =>
  (await service.call('POST', '/memory/store', { key, body })).body;

onBothEngines('users', (start, engine) => {
  /** The store of another key must not wait for the end of it; on PostgreSQL nobody waits in any case. */
  async function unnoticed<T>(service: TestService, work: () => Promise<T>): Promise<T> {
    const { key } = await service.mint();
    let isDone = false;
    const working = work().finally(() => {
      isDone = true;
    });
    await store(service, key, { user_id: 'bob', content: 'Bob was here' });
    if (engine === 'sqlite') assert.equal(isDone, false, 'another key waited for the end');
    return working;
  }
  /** Erases Ada; her export proves the receipt. */
  async function erasedUnnoticed(service: TestService, key: string) {
    const document = await exportOf(service, key, 'ada');
    const file = join(service.place.folder, 'export.json');
    await writeFile(file, JSON.stringify(document));
    const { receipt } = await unnoticed(service, () => erase(service, key, 'ada'));
    const { stdout } = await promisify(execFile)(process.execPath, [CHECKER, file, receipt.sha256]);
    assert.equal(stdout.trim(), receipt.sha256);
    return { document, receipt };
  }

  it('are exported completely, including expired, superseded and changed memories, and no other user', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const planted = await plant(service, { key, user: 'ann', agent: 'one', text: 'Ann Archer' });
    await store(service, key, { user_id: 'ann', agent_id: 'two', content: 'Soon gone', ttl_seconds: 10 });
    await store(service, key, { user_id: 'ann', content: 'Not true yet', valid_from: '2090-01-01' });
    await plant(service, { key, user: 'bob', agent: 'one', text: 'Bob Bowman' });
    clock.advance(DAY);
    const { user_id, format, exported_at, counts, emotional_memories, ...lists } = await exportOf(service, key, 'ann');
    assert.deepEqual([user_id, format, exported_at], ['ann', 'recollect.user.v1', clock.now()]);
    assert.deepEqual(Object.keys(lists), SECTION_NAMES);
    assert.deepEqual(emotional_memories, lists.emotional);
    for (const name of SECTION_NAMES) assert.equal(counts[name], lists[name].length, name);
    const contents = lists.memories.map((memory: { content: string }) => memory.content);
    for (const content of ['Soon gone', 'Not true yet', 'Ann Archer lives in Hamburg.']) {
      assert.ok(contents.includes(content), content);
    }
    const earlier = lists.history.find((version: { memory_id: string }) => version.memory_id === planted.memory);
    assert.equal(earlier.record.content, 'Ann Archer lives in Berlin.');
    assert.ok(lists.memories.some((memory: { superseded_by: string | null }) => memory.superseded_by));
    assert.ok(lists.conflicts.some((conflict: { id: string }) => conflict.id === planted.conflict));
    assert.ok(counts.links > 0, 'compression linked its sources');
    assert.ok(!JSON.stringify(lists).includes('Bowman'));
  });

  it('are exported with their links to other users, each once', async () => {
    const service = await start();
    const { key } = await service.mint();
    const memory = (id: string, user_id: string) => ({ id, user_id, agent_id: id, content: `Text of ${id}` });
    const link = (from: string, to: string) => ({ id: `${from}-${to}`, from, to, relationship: 'supports' });
    await imported(service, key, {
      memories: [memory('a', 'ann'), memory('b', 'ann'), memory('x', 'bob'), memory('y', 'bob')],
      links: [link('a', 'b'), link('b', 'a'), link('a', 'x'), link('x', 'b'), link('x', 'y')],
    });
    const ids = async (user: string) =>
      (await exportOf(service, key, user)).links.map((one: { id: string }) => one.id).sort();
    assert.deepEqual(await ids('ann'), ['a-b', 'a-x', 'b-a', 'x-b']);
    await erase(service, key, 'ann');
    assert.deepEqual(await ids('bob'), ['x-y']);
  });

  it('are exported completely even if their data does not fit on one page', async () => {
    const service = await start();
    const { key } = await service.mint();
    const memories = many(1_203, { metadata: { bulk: 'x'.repeat(2_000) } }).map((one, i) => ({ ...one, id: `m${i}` }));
    const links = memories.slice(1).map(({ id }) => ({ from: 'm0', to: id, relationship: 'supports' }));
    await imported(service, key, { memories, links });
    const { counts, ...lists } = await exportOf(service, key, 'ada');
    assert.deepEqual([counts.memories, counts.links], [1_203, 1_202]);
    for (const name of ['memories', 'links']) {
      assert.equal(new Set(lists[name].map((one: { id: string }) => one.id)).size, counts[name]);
    }
  });

  it('are erased with a receipt that anyone with the export can check, and that reveals nothing', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    await plant(service, { key, user: 'ann', agent: 'one', text: 'Ann Archer' });
    const document = await exportOf(service, key, 'ann');
    const file = join(service.place.folder, 'export.json');
    await writeFile(file, JSON.stringify(document));
    const { user_id, forgotten, rows_deleted, receipt } = await erase(service, key, 'ann');
    assert.deepEqual([user_id, forgotten], ['ann', true]);
    assert.equal(
      rows_deleted,
      Object.values<number>(receipt.counts).reduce((sum, count) => sum + count, 0),
    );
    assert.equal(receipt.counts.memories, document.counts.memories);
    assert.equal(receipt.counts.history, document.counts.history);
    assert.ok(receipt.counts.journal > 0 && receipt.counts.index > 0 && receipt.counts.answers > 0);
    const { stdout } = await promisify(execFile)(process.execPath, [CHECKER, file, receipt.sha256]);
    assert.equal(stdout.trim(), receipt.sha256);
    document.memories[0].content += '!';
    await writeFile(file, JSON.stringify(document));
    await assert.rejects(promisify(execFile)(process.execPath, [CHECKER, file, receipt.sha256]), /something else/);

    const one = await service.call('GET', `/erasures/${receipt.id}`, { key });
    assert.deepEqual([one.status, one.body], [200, receipt]);
    assert.ok(!JSON.stringify(one.body).includes('ann'));
    const list = await service.call('GET', '/erasures', { key, query: { limit: 1 } });
    assert.deepEqual(list.body.erasures, [receipt]);
    const next = await service.call('GET', '/erasures', { key, query: { limit: 1, cursor: list.body.next_cursor } });
    assert.equal(next.body.count, 1);
    assert.equal((await service.call('GET', '/erasures/era_none', { key })).status, 404);
  });

  it('are erased together with what has lost its memory', async () => {
    const service = await start({ background: false });
    const { key, id } = await service.mint();
    for (const user_id of ['ada', 'ben']) await store(service, key, { user_id, content: 'Everybody likes tea.' });
    for (const user of ['ada', 'ben'])
      await rowsOf(
        service.place,
        `insert into conflicts (key_id, id, user_id, agent_id, memory_a, memory_b, type, confidence, reason, status, detected_at)
          values (?, ?, ?, 'a', ?, ?, 'stated', 1, 'a secret', 'open', 0)`,
        [id, `of ${user}`, user, `one of ${user}`, `two of ${user}`],
      );
    await rowsOf(service.place, 'delete from memories where key_id = ?', [id]);
    const usersIn = async (table: string) =>
      (await rowsOf(service.place, `select distinct user_id from ${table} where key_id = ? order by 1`, [id])).map(
        ({ user_id }) => user_id,
      );
    const tables = ['conflicts', 'memory_vectors', ...(engine === 'sqlite' ? [] : ['memory_words'])];
    for (const table of tables) assert.deepEqual(await usersIn(table), ['ada', 'ben'], table);
    const { receipt } = await erase(service, key, 'ada');
    assert.equal(receipt.counts.conflicts, 1);
    for (const table of tables) assert.deepEqual(await usersIn(table), ['ben'], table);
  });

  it('without data have an empty export and a receipt of zeros, even if another key has data about them', async () => {
    const service = await start();
    const [ann, stranger] = [await service.mint(), await service.mint()];
    await store(service, ann.key, { user_id: 'ann', content: 'Only under one key' });
    for (const user of ['ann', 'nobody', "a/b?c=d#e f'ü"]) {
      const { counts } = await exportOf(service, stranger.key, user);
      assert.deepEqual(new Set(Object.values(counts)), new Set([0]));
      const { user_id, rows_deleted, receipt } = await erase(service, stranger.key, user);
      assert.deepEqual([user_id, rows_deleted, receipt.sha256], [user, 0, EMPTY]);
    }
    assert.equal((await exportOf(service, ann.key, 'ann')).counts.memories, 1);
    assert.equal((await service.call('GET', `/users/${'x'.repeat(257)}/memories`, { key: ann.key })).status, 400);
    const reader = await service.mint({ scopes: ['read'] });
    assert.equal((await service.call('DELETE', path('ann'), { key: reader.key })).status, 403);
  });

  it('are erased once: a second call finds nothing, and what is stored later is kept', async () => {
    const service = await start();
    const { key } = await service.mint();
    await store(service, key, { user_id: 'ann', content: 'Ann likes the colour red' });
    const search = async () => {
      const query = { user_id: 'ann', q: 'the colour red', ranking: 'hybrid' };
      return (await service.call('GET', '/memory/retrieve', { key, query })).body.results.map(
        (memory: { content: string }) => memory.content,
      );
    };
    assert.equal((await search()).length, 1); // the search thread now holds the scope
    assert.ok((await erase(service, key, 'ann')).rows_deleted > 0);
    assert.deepEqual(await search(), []);
    assert.equal((await erase(service, key, 'ann')).rows_deleted, 0);
    await store(service, key, { user_id: 'ann', content: 'Ann likes the colour blue' });
    assert.deepEqual(await search(), ['Ann likes the colour blue']);
  });

  it('leave no stored response behind: a repeat that names them runs again, one that names nobody is refused', async () => {
    const service = await start();
    const { key } = await service.mint();
    const call = (token: string, route: string, body: object) =>
      service.call('POST', route, { key, body, headers: { 'idempotency-key': token } });
    const store = (token: string, user_id: string) => call(token, '/memory/store', { user_id, content: 'Said once' });
    const [ann, bob] = [await store('a', 'ann'), await store('b', 'bob')];
    const feedback = () => call('f', '/memory/feedback', { memory_id: bob.body.id, outcome: 'success' });
    await feedback();
    await erase(service, key, 'ann');
    const again = await store('a', 'ann');
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, null]);
    assert.notEqual(again.body.id, ann.body.id);
    assert.equal((await store('b', 'bob')).headers.get('idempotent-replayed'), 'true');
    const refused = await feedback();
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict']);
    const { body } = await service.call('GET', `/memory/${bob.body.id}`, { key });
    assert.equal(body.outcome_score, 0.65, 'the call was not done twice');
  });

  it('with very many records are erased and forgotten without blocking others, with the same receipt', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const memories = many(700).map((one, i) => ({ ...one, id: `m${i}` }));
    const links = memories.slice(1, 400).map(({ id }) => ({ from: 'm0', to: id, relationship: 'supports' }));
    await imported(service, key, { memories, links });
    for (const id of ['m5', 'm600']) {
      const body = { content: `Another text of ${id}` };
      assert.equal((await service.call('PATCH', `/memory/${id}`, { key, body })).status, 200);
    }
    await plant(service, { key, user: 'ada', agent: 'one', text: 'Ada Archer' });
    const { document, receipt } = await erasedUnnoticed(service, key);
    for (const list of ['memories', 'history', 'links', 'conflicts'])
      assert.equal(receipt.counts[list], document.counts[list], list);
    const left = await exportOf(service, key, 'ada');
    for (const [list, count] of Object.entries(left.counts)) assert.equal(count, 0, list);

    await imported(service, key, { memories: many(250) });
    const { body } = await service.call('DELETE', '/memory/forget', { key, query: { user_id: 'ada' } });
    assert.equal(body.deleted, 250);
    assert.equal((await exportOf(service, key, 'ada')).counts.memories, 0);
  });

  it('with few memories and very many other records are erased and forgotten without blocking others', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    await plant(service, { key, user: 'ada', agent: 'one', text: 'Ada Archer' });
    const [record] = (await exportOf(service, key, 'ada')).emotional;
    const fill = () =>
      imported(service, key, { emotional: Array.from({ length: 2_600 }, (_, i) => ({ ...record, id: `emo_${i}` })) });
    await fill();
    const { receipt } = await erasedUnnoticed(service, key);
    assert.equal(receipt.counts.emotional, 2_601);
    assert.equal((await exportOf(service, key, 'ada')).counts.emotional, 0);

    await fill();
    const { status } = await unnoticed(service, () =>
      service.call('DELETE', '/memory/forget', { key, query: { user_id: 'ada' } }),
    );
    assert.equal(status, 200);
    assert.equal((await exportOf(service, key, 'ada')).counts.emotional, 0);
  });

  it('are erased completely while others store: what is left is complete and found', async () => {
    const service = await start();
    const { key } = await service.mint();
    await imported(service, key, { memories: many(300) });
    const stored = Array.from({ length: 40 }, (_, i) =>
      store(service, key, { user_id: 'ada', agent_id: `late ${i}`, content: `Late fact number ${i}` }),
    );
    const { receipt } = await erase(service, key, 'ada');
    const late = await Promise.all(stored);
    const { memories } = await exportOf(service, key, 'ada');
    assert.equal(receipt.counts.memories + memories.length, 300 + late.length);
    for (const { content, agent_id } of memories) {
      const query = { user_id: 'ada', agent_id, q: content, ranking: 'hybrid', limit: 1 };
      const { body } = await service.call('GET', '/memory/retrieve', { key, query });
      assert.equal(body.results[0]?.content, content);
      assert.ok(body.results[0].score > 0.99, 'its vector is there');
    }
  });

  it('can be restored: their export is imported as it is', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    await plant(service, { key, user: 'ann', agent: 'one', text: 'Ann Archer' });
    const before = await exportOf(service, key, 'ann');
    await erase(service, key, 'ann');
    await imported(service, key, before);
    const after = await exportOf(service, key, 'ann');
    for (const list of ['memories', 'links', 'episodes', 'procedures', 'emotional']) {
      const embedded = (records: object[]) => records.map((record) => ({ ...record, embedded: true }));
      assert.deepEqual(embedded(after[list]), embedded(before[list]), list);
    }
  });

  it('are forgotten with every kind of record by forget too, or only what one agent knows', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    await plant(service, { key, user: 'ann', agent: 'one', text: 'Ann Archer' });
    await plant(service, { key, user: 'ann', agent: 'two', text: 'Ann Archer' });
    const agents = async (list: string) =>
      new Set((await exportOf(service, key, 'ann'))[list].map((record: { agent_id?: string }) => record.agent_id));
    const forget = (query: Record<string, string>) => service.call('DELETE', '/memory/forget', { key, query });
    const { body } = await forget({ user_id: 'ann', agent_id: 'one' });
    assert.ok(body.deleted > 0);
    // Applications stay connected: only erasing the user deletes child keys.
    for (const list of SECTION_NAMES)
      assert.equal((await agents(list)).has('one'), list === 'keys', `the agent among the ${list}`);
    await forget({ user_id: 'ann' });
    const { counts } = await exportOf(service, key, 'ann');
    for (const [list, count] of Object.entries(counts)) assert.equal(count, list === 'keys' ? 2 : 0, list);
  });
});
