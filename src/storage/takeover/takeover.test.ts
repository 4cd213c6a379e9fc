import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import pg from 'pg';
import type { TestPlace } from '../../../test/support/databases.js';
import { fillEmptyTables, fillEverything } from '../../../test/support/fill-everything.js';
import { acrossEngines, type TestService } from '../../../test/support/service.js';
import { type TakeoverOptions, takeOver } from './index.js';

acrossEngines('a takeover by PostgreSQL', ({ start, newPlace }) => {
  const optionsOf = (source: TestPlace, target: TestPlace): TakeoverOptions => ({
    ...{ dataDir: source.folder, databaseUrl: target.databaseUrl ?? '', catchUp: false, restart: false, verify: true },
  });
  const filled = async () => {
    const service = await start('sqlite');
    const keys = [await service.mint(), await service.mint({ tier: 'free' })];
    for (const [i, { key }] of keys.entries()) await fillEverything(service, key, `seed ${i}`);
    fillEmptyTables(join(service.place.folder, 'recollect.db'));
    return { service, keys };
  };
  /** Everything that a key can export. */
  const takenAway = async (service: TestService, keys: { key: string }[]) =>
    Promise.all(
      keys.map(async ({ key }) => {
        const { exported_at: _now, ...rest } = (await service.call('GET', '/memory/export', { key })).body;
        const usage = (await service.call('GET', '/usage', { key })).body;
        return { rest, used: usage.used, tier: usage.tier };
      }),
    );

  it('copies every table while the service runs, resumes where it was stopped, catches up, and ends identical', async () => {
    const { service, keys } = await filled();
    const target = await newPlace('postgres');
    const options = optionsOf(service.place, target);
    let parts = 0;
    const onProgress = () => {
      if (++parts === 9) throw new Error('stopped in the middle');
    };
    await assert.rejects(takeOver({ ...options, onProgress }), /stopped in the middle/);
    const first = await takeOver(options);
    assert.equal(first.final, false, 'the service still writes');
    assert.ok(first.tables.length > 25);
    for (const { name, same, source } of first.tables) {
      assert.ok(same, `${name} is the same`);
      assert.ok(source.rows > 0, `${name} holds something`);
    }
    await assert.rejects(takeOver(options), /--catch-up/);

    const key = keys[0]?.key ?? '';
    const list = await service.call('GET', '/memory', { key, query: { user_id: 'ann seed 0', q: 'once' } });
    const [, victim, changed] = list.body.memories; // the first is in a stored response
    await service.call('DELETE', '/memory/forget', { key, query: { id: victim.id } });
    const again = { user_id: victim.user_id, agent_id: victim.agent_id, content: victim.content };
    assert.equal((await service.call('POST', '/memory/store', { key, body: again })).status, 201);
    await service.call('PATCH', `/memory/${changed.id}`, { key, body: { tags: ['changed since'] } });
    await fillEverything(service, key, 'later');
    const second = await takeOver({ ...options, catchUp: true });
    assert.deepEqual([second.final, second.tables.filter(({ same }) => !same)], [false, []]);

    await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'The last word' } });
    const before = await takenAway(service, keys);
    await service.stop();
    const last = await takeOver({ ...options, catchUp: true });
    assert.deepEqual([last.final, last.tables.filter(({ same }) => !same)], [true, []]);
    await assert.rejects(takeOver({ ...options, catchUp: true }), /already taken over/);
    await assert.rejects(takeOver({ ...options, restart: true }), /already taken over/);

    const node = await start('postgres', { place: target });
    assert.deepEqual(await takenAway(node, keys), before);
    const query = { user_id: 'ann', q: 'the last word' };
    assert.equal((await node.call('GET', '/memory/retrieve', { key, query })).body.results[0].score, 1);
    assert.equal(
      (await node.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'New' } })).status,
      201,
    );
    const replayed = await node.call('POST', '/memory/store', {
      key,
      headers: { 'idempotency-key': 'repeatable seed 0' },
      body: { user_id: 'ann seed 0', agent_id: 'helper', content: 'Stored once seed 0' },
    });
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
  });

  it('is final immediately if the service is stopped, and keeps its counts', async () => {
    const { service, keys } = await filled();
    const before = await takenAway(service, keys);
    await service.stop();
    const target = await newPlace('postgres');
    const { final, tables } = await takeOver(optionsOf(service.place, target));
    assert.deepEqual([final, tables.filter(({ same }) => !same)], [true, []]);
    const node = await start('postgres', { place: target });
    assert.deepEqual(await takenAway(node, keys), before);
  });

  it('detects a value that differs', async () => {
    const { service } = await filled();
    const target = await newPlace('postgres');
    const options = optionsOf(service.place, target);
    await takeOver(options);
    await onDatabase(target, `update memories set metadata = '{"was": "changed"}' where content like 'Stored once%'`);
    await onDatabase(target, `delete from quota`);
    const { final, tables } = await takeOver({ ...options, catchUp: true });
    const different = tables.filter(({ same }) => !same).map(({ name }) => name);
    assert.deepEqual([final, different], [false, ['memories', 'quota']]);
    const early = await start('postgres', { place: target, background: undefined });
    await assert.rejects(takeOver({ ...options, restart: true }), /A service is running on that PostgreSQL/);
    await early.stop();
    await onDatabase(target, "select 1 / count(*) from memories where content like 'Stored once%'");
    await onDatabase(target, `create table invoices as select 1 as number`);
    const repaired = await takeOver({ ...options, restart: true });
    assert.deepEqual(
      repaired.tables.filter(({ same }) => !same),
      [],
    );
    const invoices = await onDatabase(target, 'select number from invoices');
    assert.equal(invoices.rowCount, 1, 'tables of other applications are left alone');
  });

  it('rejects a database with data, a folder without a database, and a resumption without its snapshot', async () => {
    const { service } = await filled();
    const used = await start('postgres');
    await used.mint();
    await assert.rejects(takeOver(optionsOf(service.place, used.place)), /already contains data \(api_keys\)/);
    const target = await newPlace('postgres');
    await assert.rejects(
      takeOver({ ...optionsOf(service.place, target), dataDir: target.folder }),
      /no embedded database/,
    );
    await takeOver(optionsOf(service.place, target));
    rmSync(join(service.place.folder, 'migration'), { recursive: true });
    await assert.rejects(takeOver({ ...optionsOf(service.place, target), catchUp: true }), /--restart/);
  });

  async function onDatabase(place: TestPlace, text: string): Promise<pg.QueryResult> {
    const client = new pg.Client(place.databaseUrl);
    await client.connect();
    return client.query(text).finally(() => client.end());
  }
});
