import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { plant } from '../../../test/support/plant.js';
import { ADMIN_KEY, ISSUER_KEY, onBothEngines, type TestService } from '../../../test/support/service.js';
import { DAY, HOUR } from '../../kernel/clock.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { exportText, imported, many } from '../portability/portability.test.kit.js';

/** What erasing a key keeps: what it was used for, without a user or a text. */
const KEPT = ['audit', 'erasures', 'journal', 'quota', 'rate_buckets', 'storage_use'];

onBothEngines("a key's data", (start, engine) => {
  const admin = (service: TestService, method: string, path: string, query: Record<string, string | boolean> = {}) =>
    service.call(method, path, { key: ADMIN_KEY, query });
  const dataOf = (id: string) => `/auth/keys/${id}/data`;
  const tablesWithKeys = async (service: TestService) =>
    (
      await rowsOf<{ name: string }>(
        service.place,
        engine === 'sqlite'
          ? "select m.name from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'key_id'"
          : `select table_name as name from information_schema.columns where column_name = 'key_id'
              and table_schema = current_schema()`,
      )
    ).map(({ name }) => name);
  const filled = async (service: TestService, id: string) => {
    const names: string[] = [];
    for (const table of await tablesWithKeys(service)) {
      const [row] = await rowsOf<{ n: number }>(service.place, `select count(*) as n from ${table} where key_id = ?`, [
        id,
      ]);
      if (Number(row?.n) > 0) names.push(table);
    }
    return names;
  };

  it('can be exported and erased by the operator whether the key is in force, expired or revoked', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const mint = async (more: object = {}) =>
      (await service.call('POST', '/auth/keys', { key: ADMIN_KEY, body: { name: 'of the test', ...more } })).body;
    const [active, expired, revoked] = [await mint(), await mint({ expires_at: clock.now() + HOUR }), await mint()];
    const users = ['ann', 'bob'];
    for (const { key } of [active, expired, revoked])
      for (const user_id of users)
        await service.call('POST', '/memory/store', { key, body: { user_id, content: `${user_id} likes tea.` } });
    await admin(service, 'DELETE', `/auth/keys/${revoked.id}`);
    clock.advance(2 * HOUR);
    assert.equal((await service.call('GET', '/users', { key: expired.key })).status, 401);
    assert.equal((await service.call('GET', '/users', { key: revoked.key })).status, 403);
    for (const { id } of [active, expired, revoked]) {
      const document = (await admin(service, 'GET', dataOf(id), { user_id: 'ann' })).body;
      assert.deepEqual([document.format, document.counts.memories], ['recollect.user.v1', 1]);
      const everything = (await admin(service, 'GET', dataOf(id))).body;
      assert.deepEqual([everything.format, everything.count], ['recollect.export.v1', 2]);
      assert.match((await admin(service, 'GET', dataOf(id), { format: 'markdown' })).body, /ann likes tea/);

      const one = (await admin(service, 'DELETE', dataOf(id), { user_id: 'ann' })).body;
      assert.deepEqual([one.id, one.user_id, one.users, one.receipt.counts.memories], [id, 'ann', 1, 1]);
      const rest = (await admin(service, 'GET', dataOf(id))).body;
      assert.deepEqual(
        rest.memories.map(({ content }: { content: string }) => content),
        ['bob likes tea.'],
      );
      const all = (await admin(service, 'DELETE', dataOf(id), { all: true })).body;
      assert.deepEqual([all.user_id, all.users, all.receipt.counts.memories], [null, 1, 1]);
      const sum = Object.values<number>(all.receipt.counts).reduce((a, b) => a + b, 0);
      assert.equal(all.rows_deleted, sum);
      assert.equal((await admin(service, 'GET', dataOf(id))).body.count, 0);
      const { erasures } = (await admin(service, 'GET', `/auth/keys/${id}/erasures`)).body;
      assert.equal(erasures.length, 3, 'of ann, of bob and of the key');
      assert.ok(erasures.some((receipt: { id: string }) => receipt.id === all.receipt.id));
    }
    const again = { key: active.key, body: { user_id: 'ann', content: 'Ann likes coffee.' } };
    assert.equal((await service.call('POST', '/memory/store', again)).status, 201, 'the key itself stays');
  });

  it('is erased with everything that its callers stored or named, and nothing of another key', async () => {
    const service = await start({ background: false });
    const [mine, other] = [await service.mint(), await service.mint()];
    for (const { key } of [mine, other]) {
      for (const user of ['ann', 'bob']) await plant(service, { key, user, agent: 'one', text: `${user} Archer` });
      await service.call('POST', '/memory/working', { key, body: { session_id: 's', content: 'of nobody' } });
      await service.call('POST', '/memory/subscribe', { key, body: { url: 'https://example.com/all' } });
    }
    const before = await exportText(service, other.key, 'ndjson');
    const { status, body } = await admin(service, 'DELETE', dataOf(mine.id), { all: true });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.users, 3, 'Ann, Bob, and nobody, whose working memory there is');
    for (const kind of ['memories', 'agents', 'keys', 'subscriptions', 'answers', 'journal', 'working'])
      assert.ok(body.receipt.counts[kind] > 0, kind);
    const left = await filled(service, mine.id);
    assert.deepEqual(
      left.filter((table) => !KEPT.includes(table) && !table.startsWith('usage_')),
      [],
    );
    assert.ok(!left.includes('usage_agents'));
    const kinds = await rowsOf(service.place, 'select distinct kind from journal where key_id = ?', [mine.id]);
    assert.deepEqual(
      kinds.map((row) => row.kind),
      ['user.erased'],
    );
    const children = await rowsOf(service.place, 'select id from api_keys where parent_key_id = ?', [mine.id]);
    assert.deepEqual(children, []);
    const withoutTime = (text: string) => text.replace(/"exported_at":\d+/, '');
    assert.equal(withoutTime(await exportText(service, other.key, 'ndjson')), withoutTime(before));
    const audited = (await admin(service, 'GET', '/admin/audit', { key_id: mine.id })).body.entries;
    for (const entry of audited) assert.equal(entry.user_ref, null, entry.action);
    const [erasure] = audited.filter(({ action }: { action: string }) => action === 'keys.erase');
    assert.deepEqual([erasure.actor, erasure.subjects], ['admin', [mine.id, body.receipt.id]]);
  });

  it('is erased in steps that others need not wait for', async () => {
    const service = await start({ background: false });
    const [mine, other] = [await service.mint(), await service.mint()];
    await imported(service, mine.key, { memories: many(1_200) });
    let isDone = false;
    const erasing = admin(service, 'DELETE', dataOf(mine.id), { all: true }).finally(() => {
      isDone = true;
    });
    const body = { user_id: 'bob', content: 'Bob was here' };
    assert.equal((await service.call('POST', '/memory/store', { key: other.key, body })).status, 201);
    if (engine === 'sqlite') assert.equal(isDone, false, 'another key waited for the end');
    assert.equal((await erasing).body.receipt.counts.memories, 1_200);
    assert.deepEqual((await admin(service, 'GET', dataOf(mine.id))).body.memories, []);
  });

  it('is reached by the admin credential alone, and under the key that owns it', async () => {
    const service = await start({ background: false });
    const { id, key } = await service.mint();
    await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'Ann likes tea.' } });
    const child = (await service.call('POST', '/keys/children', { key, body: { name: 'phone', user_id: 'ann' } })).body;
    for (const caller of [key, child.key, ISSUER_KEY]) {
      for (const [method, query] of [
        ['GET', {}],
        ['DELETE', { all: true }],
        ['DELETE', { user_id: 'ann' }],
      ] as const)
        assert.equal((await service.call(method, dataOf(id), { key: caller, query })).status, 403);
      assert.equal((await service.call('GET', `/auth/keys/${id}/erasures`, { key: caller })).status, 403);
    }
    for (const [method, query] of [
      ['GET', {}],
      ['DELETE', { all: true }],
    ] as const) {
      const refused = await admin(service, method, dataOf(child.id), query);
      assert.equal(refused.status, 409);
      assert.match(refused.body.error.message, new RegExp(`that of ${id}`));
      assert.equal((await admin(service, method, dataOf('rec_pk_nobody'), query)).status, 404);
    }
    for (const query of [{}, { all: false }, { all: true, user_id: 'ann' }, { userid: 'ann' }])
      assert.equal((await admin(service, 'DELETE', dataOf(id), query as Record<string, string>)).status, 400);
    assert.equal((await admin(service, 'GET', dataOf(id), { userid: 'ann' })).status, 400);
    assert.equal((await admin(service, 'GET', dataOf(id), { user_id: 'ann', format: 'md' })).status, 400);
    assert.equal((await admin(service, 'GET', dataOf(id))).body.count, 1, 'nothing was erased');
  });

  it("is in the audit log under the key, an export with the user's pseudonym, an erasure without", async () => {
    const service = await start({ background: false });
    const { id, key } = await service.mint();
    await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'Ann likes tea.' } });
    await admin(service, 'GET', dataOf(id), { user_id: 'ann' });
    const about = async () =>
      (await admin(service, 'GET', '/admin/audit', { key_id: id, user_id: 'ann' })).body.entries.map(
        ({ action, actor }: { action: string; actor: string }) => `${action} by ${actor === id ? 'the key' : actor}`,
      );
    assert.deepEqual(await about(), ['keys.export by admin', 'memory.store by the key']);
    const headers = { 'idempotency-key': 'once' };
    const query = { user_id: 'ann' };
    const erased = () => service.call('DELETE', dataOf(id), { key: ADMIN_KEY, query, headers });
    assert.equal((await erased()).status, 200);
    assert.deepEqual(await about(), []);
    assert.deepEqual(await rowsOf(service.place, 'select token from idempotency where user_id = ?', ['ann']), []);
  });

  it('is available again if an expired key gets a later expiry', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const change = (id: string, expires_at: unknown) =>
      service.call('PATCH', `/auth/keys/${id}`, { key: ADMIN_KEY, body: { expires_at } });
    const body = { name: 'brief', expires_at: clock.now() + HOUR };
    const { id, key } = (await service.call('POST', '/auth/keys', { key: ADMIN_KEY, body })).body;
    const minted = (await service.call('POST', '/keys/children', { key, body: { name: 'phone', user_id: 'ann' } }))
      .body;
    const status = async (secret = key) => (await service.call('GET', '/memory', { key: secret })).status;
    assert.equal(await status(), 200);
    clock.advance(2 * HOUR);
    assert.deepEqual([await status(), await status(minted.key)], [401, 401]);
    assert.equal((await change(id, clock.now() + HOUR)).body.expires_at, clock.now() + HOUR);
    assert.deepEqual([await status(), await status(minted.key)], [200, 200]);
    assert.equal((await change(minted.id, clock.now() + DAY)).body.expires_at, clock.now() + HOUR, "its parent's");
    clock.advance(HOUR);
    assert.equal(await status(), 401);
    assert.equal((await change(id, null)).body.expires_at, null);
    assert.equal(await status(), 200);
    const past = await change(id, clock.now());
    assert.deepEqual([past.status, past.body.error.details[0].field], [400, 'expires_at']);
    await admin(service, 'DELETE', `/auth/keys/${id}`);
    assert.equal((await change(id, null)).status, 409);
  });
});
