import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import type { TestPlace } from '../../../test/support/databases.js';
import { fillEverything } from '../../../test/support/fill-everything.js';
import { acrossEngines, type TestService } from '../../../test/support/service.js';
import { hasCitus } from '../../storage/postgres/cluster.js';
import { startCommand } from '../cli-child.test.kit.js';

/** Enough for the copy to take several parts for some tables. */
const BATCHES = 15;
const BATCH = 100;

function migrate(source: TestPlace, target: TestPlace, ...more: string[]) {
  return startCommand(source.folder, ['migrate', ...more], {
    RECOLLECT_DATA_DIR: source.folder,
    DATABASE_URL: target.databaseUrl ?? '',
  });
}

acrossEngines('recollect migrate', ({ start, newPlace }) => {
  const exportOf = async (service: TestService, key: string) => {
    const { exported_at: _now, ...rest } = (await service.call('GET', '/memory/export', { key })).body;
    return rest;
  };

  it('resumes after a kill, reports what it compared, and the exports are equal', async () => {
    const source = await start('sqlite');
    const target = await newPlace('postgres');
    const { key } = await source.mint();
    await fillEverything(source, key, 'kept');
    for (let b = 0; b < BATCHES; b++) {
      const memories = Array.from({ length: BATCH }, (_, i) => ({
        user_id: 'ann',
        content: `Errand ${b}.${i} of the week`,
      }));
      assert.equal((await source.call('POST', '/memory/batch', { key, body: { memories } })).status, 201);
    }
    const before = await exportOf(source, key);

    const killed = migrate(source.place, target);
    await underWay(target);
    killed.child.kill('SIGKILL');
    assert.equal((await killed.ended).stdout, '', 'it had not come to its end');

    const online = await migrate(source.place, target).ended;
    assert.equal(online.code, 0, online.stderr);
    assert.match(online.stdout, /^memories +1,5\d\d +[0-9a-f]{16} +1,5\d\d +[0-9a-f]{16} +same$/m);
    assert.match(online.stdout, /run this again with --catch-up/);
    await source.stop();
    const final = await migrate(source.place, target, '--catch-up').ended;
    assert.equal(final.code, 0, final.stderr);
    assert.match(final.stdout, /has taken over/);
    assert.doesNotMatch(final.stdout, /DIFFERENT/);
    const node = await start('postgres', { place: target });
    assert.deepEqual(await exportOf(node, key), before);
  });

  it('fills an empty database on which a service was started once, but not one that is in use', async () => {
    const source = await start('sqlite');
    const { key } = await source.mint();
    await fillEverything(source, key, 'kept');
    const before = await exportOf(source, key);
    await source.stop();
    const once = await start('postgres', { background: undefined });
    await once.call('GET', '/health');
    await once.jobs.runDue();
    const beside = await migrate(source.place, once.place).ended;
    assert.equal(beside.code, 1);
    assert.match(beside.stderr, /A service is running on that PostgreSQL: stop it/);
    await once.stop();
    const { code, stdout, stderr } = await migrate(source.place, once.place, '--from', 'sqlite', '--to', 'postgres')
      .ended;
    assert.equal(code, 0, stderr);
    assert.match(stdout, /has taken over/);
    const node = await start('postgres', { place: once.place });
    assert.deepEqual(await exportOf(node, key), before);
    await node.stop();
    const other = await start('postgres');
    await other.mint();
    await other.stop();
    const full = await migrate(source.place, other.place).ended;
    assert.match(full.stderr, /The database already contains data \(api_keys\): use an empty one\./);
  });

  it('needs a target database, and supports only one direction', async () => {
    const source = await newPlace('sqlite');
    const nowhere = await migrate(source, source).ended;
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.stderr, /^recollect: Name the target PostgreSQL with DATABASE_URL or --database-url\.\n$/);
    const back = await migrate(source, source, '--from', 'postgres').ended;
    assert.equal(back.code, 1);
    assert.match(back.stderr, /Only --from sqlite --to postgres is supported/);
  });

  it('distributes only on a cluster, once, and separately from a migration', async () => {
    const source = await newPlace('sqlite');
    const target = await newPlace('postgres');
    const database = await target.open();
    const client = new pg.Client(target.databaseUrl);
    await client.connect();
    const cluster = await hasCitus(client);
    await client.end();
    const { code, stdout, stderr } = await migrate(source, target, '--distribute').ended;
    await database.close();
    if (cluster) assert.deepEqual([code, stdout], [0, 'All tables are already distributed.\n']);
    else assert.match(stderr, /The database is not the coordinator of a Citus cluster with a worker\./);
    assert.equal(code, cluster ? 0 : 1);
    const both = await migrate(source, target, '--distribute', '--restart').ended;
    assert.match(both.stderr, /--distribute cannot be combined with --catch-up/);
  });
});

/** Resolves when some parts of the copy are there and others are not. */
async function underWay(target: TestPlace): Promise<void> {
  const client = new pg.Client(target.databaseUrl);
  await client.connect();
  for (;;) {
    const there = await client
      .query(`select count(*)::int as tables from sqlite_takeover where state ->> 'phase' = 'finished'`)
      .catch(() => ({ rows: [{ tables: 0 }] })); // not created yet
    if (there.rows[0].tables >= 5) return client.end();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
