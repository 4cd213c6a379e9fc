import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fillPath, inputNaming, isEventStream, type Known } from '../../../test/support/naming.js';
import { plant } from '../../../test/support/plant.js';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { operations } from '../../catalog.js';
import { silentLog } from '../../kernel/log.js';
import { COUNTED } from '../../storage/row-bytes.js';
import { recountStorage } from './recount.js';
import { correctStorage, recountPage } from './sql/storage.js';

const ENV = { RECOLLECT_STORAGE_LIMIT_MB: '1', RECOLLECT_WEBHOOK_ALLOW: '127.0.0.0/8' };
const MEGABYTE = 1024 ** 2;
const SEED = { user: 'Ann Archer', agent: 'Her agent', text: 'The vault of Ann opens with periwinkle — Blüte 🌼' };

/** Inputs that `inputNaming` cannot know. */
const MORE: Record<string, object> = {
  'conflicts.resolve': { keep: 'both' },
  'procedures.outcome': { outcome: 'success' },
  'templates.apply': { id: 'coding' },
};

function deskOf(service: TestService, { id, key }: { id: string; key: string }) {
  const tenant = service.database.tenant(id);
  return {
    tenant,
    call: (method: string, path: string, body?: unknown) =>
      service.call(method, path, { key, ...(body === undefined ? {} : { body }) }),
    used: async (): Promise<number> => (await service.call('GET', '/usage', { key })).body.storage.used_bytes,
    recount: () => recountStorage({ database: service.database, log: silentLog }),
    /** Names of tables that contain rows of the key. */
    async filled(): Promise<string[]> {
      const names: string[] = [];
      for (const [table, { name }] of COUNTED.entries()) {
        if ((await tenant.run(recountPage, { table, after: null })).bytes > 0) names.push(name);
      }
      return names;
    },
  };
}

onBothEngines('the storage that a key uses', (start) => {
  it('is everything that was created and not deleted, to the byte', async () => {
    const service = await start({ background: false, env: ENV });
    const minted = await service.mint();
    const { used, recount, filled, call, tenant } = deskOf(service, minted);
    assert.equal(await used(), 0);
    await plant(service, { key: minted.key, ...SEED });
    const hook = await call('POST', '/memory/subscribe', { events: ['*'], url: 'http://127.0.0.1:9/' });
    assert.equal(hook.status, 201);
    await call('POST', '/memory/store', { user_id: SEED.user, content: 'Something to tell of' });
    await service.jobs.runDue();
    assert.deepEqual(
      await filled(),
      COUNTED.map(({ name }) => name),
      'each kind of record is there',
    );
    assert.equal(await recount(), 0, 'what was counted is what is there');
    const full = await used();
    assert.ok(full > 20_000);

    assert.equal((await call('DELETE', `/memory/subscriptions/${hook.body.id}`)).status, 200);
    assert.equal(
      (await call('DELETE', `/memory/working?session_id=${encodeURIComponent(`session of ${SEED.user}`)}`)).status,
      200,
    );
    const fewer = await used();
    assert.ok(fewer < full);
    assert.equal((await call('DELETE', `/users/${encodeURIComponent(SEED.user)}/memories`)).status, 200);
    await service.jobs.runDue();
    const rest = await used();
    assert.ok(rest < 5_000, `${rest} bytes are left`);
    assert.equal(await recount(), 0);
    const kept = ['agents', 'journal', 'subscriptions', 'working_sessions', 'idempotency', 'erasures', 'retrievals'];
    assert.deepEqual(
      (await filled()).filter((name) => !kept.includes(name)),
      [],
    );

    await tenant.run(correctStorage, { by: 12_345 });
    assert.equal(await used(), rest + 12_345);
    assert.equal(await recount(), 1, 'a wrong count is put right');
    assert.equal(await used(), rest);
  });

  it('once full blocks every operation that adds to it, and none that reads or frees space', async () => {
    const service = await start({ background: false, env: ENV });
    const minted = await service.mint();
    const { call, tenant, used, recount } = deskOf(service, minted);
    const planted = await plant(service, { key: minted.key, ...SEED });
    const open = await call('POST', '/memory/episodes/start', { agent_id: SEED.agent });
    const hook = await call('POST', '/memory/subscribe', { events: ['*'], url: 'http://127.0.0.1:9/' });
    const known: Known = {
      ...planted,
      episode: open.body.id,
      subscription: hook.body.id,
      keyId: minted.id,
      cursor: '',
    };
    await tenant.run(correctStorage, { by: MEGABYTE });
    const before = await used();
    const refused: string[] = [];
    // Reading operations go first, removing ones last.
    const walked = operations
      .filter((one) => ['read', 'write'].includes(one.scope) && !isEventStream(one) && one.id !== 'users.erase')
      .sort((a, b) => Number(a.whenFull ?? false) - Number(b.whenFull ?? false));
    for (const operation of [...walked, ...operations.filter(({ id }) => id === 'users.erase')]) {
      const { cursor, ...input } = inputNaming(operation, known, SEED.text);
      const { path, rest } = fillPath(operation, { ...input, ...MORE[operation.id] });
      const isBody = operation.method === 'POST' || operation.method === 'PATCH';
      const sent = isBody ? { body: rest } : { query: rest as Record<string, string> };
      const { status, body } = await service.call(operation.method, path, { key: minted.key, ...sent });
      const code = body?.error?.code;
      if (operation.scope === 'read' || operation.whenFull) {
        assert.notEqual(code, 'storage_exceeded', operation.id);
        assert.ok(status < 500, `${operation.id} ${status}`);
        continue;
      }
      assert.ok(status >= 400 && status < 500, `${operation.id} is refused: ${status}`);
      if (code !== 'storage_exceeded') continue;
      refused.push(operation.id);
      assert.equal(status, 429);
      assert.equal(body.error.details.limit_bytes, MEGABYTE);
      assert.ok(body.error.details.used_bytes > MEGABYTE);
    }
    const missing = walked.filter(({ id, scope, whenFull }) => scope === 'write' && !whenFull && !refused.includes(id));
    assert.deepEqual(
      missing.map(({ id }) => id),
      [],
    );
    assert.ok((await used()) < before);
    assert.equal(await recount(), 1, 'nothing but what the test added was wrong');
  });

  it('stays below the limit under concurrent writes, and falls when memories are forgotten', async () => {
    const service = await start({ background: false, env: ENV });
    const minted = await service.mint();
    const { call, used, recount } = deskOf(service, minted);
    const body = (i: number) => ({ user_id: 'ann', content: `Note ${i}`, metadata: { a: 'x'.repeat(60_000) } });
    const responses = await Promise.all(Array.from({ length: 40 }, (_, i) => call('POST', '/memory/store', body(i))));
    const stored = responses.filter(({ status }) => status === 201);
    assert.ok(stored.length >= 10);
    assert.deepEqual([...new Set(responses.map(({ status }) => status))].sort(), [201, 429]);
    // PostgreSQL sees what others have committed: calls in flight at that moment may exceed the limit, one per connection.
    const beyond = service.database.engine === 'sqlite' ? 0 : 8 * 70_000;
    assert.ok((await used()) <= MEGABYTE + beyond);
    assert.equal((await call('POST', '/memory/store', body(100))).status, 429);
    const usage = (await call('GET', '/usage')).body;
    assert.equal(usage.used, stored.length, 'what was refused does not count against the allowance');
    for (const { body: memory } of stored.slice(0, stored.length / 2)) {
      assert.equal((await call('DELETE', `/memory/forget?id=${memory.id}`)).status, 200);
    }
    assert.equal((await call('POST', '/memory/store', body(101))).status, 201);
    assert.equal(await recount(), 0);
  });

  it('is limited to a gigabyte for a free key and unlimited for a pro key by default', async () => {
    const service = await start({ background: false });
    const limits = [];
    for (const tier of ['free', 'pro'] as const) {
      const { key } = await service.mint({ tier });
      limits.push((await service.call('GET', '/usage', { key })).body.storage.limit_bytes);
    }
    assert.deepEqual(limits, [1024 ** 3, null]);
  });
});
