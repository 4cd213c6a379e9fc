import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { eachEngine, newPlace, POSTGRES_SKIPPED } from '../../../test/support/databases.js';
import { startTestService } from '../../../test/support/service.js';
import { loadConfig } from '../../config/config.js';
import { openSqlite } from '../../storage/sqlite/driver.js';
import { checkEmbedder } from './embedder.js';
import { runChecks } from './index.js';
import { checkDataFolder, checkFreeSpace, checkNode } from './machine.js';
import { checkPostgres } from './postgres.js';
import { checkServer, type ServerFacts } from './postgres-settings.js';
import { checkSqliteStore } from './store.js';

describe('the doctor', () => {
  const root = mkdtemp(join(tmpdir(), 'recollect-doctor-'));
  after(async () => rm(await root, { recursive: true }));

  it('reports versions of Node.js that are too old', () => {
    assert.equal(checkNode('18.20.1').ok, false);
    assert.equal(checkNode('20.0.0').ok, true);
  });

  it('checks the data folder and leaves nothing behind', async () => {
    const folder = await root;
    assert.match((await checkDataFolder(join(folder, 'a', 'b'))).detail, /does not exist yet and can be created$/);
    assert.match((await checkDataFolder(folder)).detail, /can be written to$/);
    assert.deepEqual(await readdir(folder), []);
  });

  it('says what to do about a data folder that cannot be created', async () => {
    const file = join(await root, 'file');
    await writeFile(file, '');
    const check = await checkDataFolder(join(file, 'data'));
    assert.equal(check.ok, false);
    assert.match(check.advice ?? '', /RECOLLECT_DATA_DIR/);
    await rm(file);
  });

  it('reports an unreachable database without its password', async () => {
    const [check] = await checkPostgres('postgres://ada:pa55word@127.0.0.1:1/x', {
      pool: 20,
      journalDays: 7,
      running: false,
    });
    assert.equal(check?.ok, false);
    assert.match(check?.detail ?? '', /^postgres:\/\/ada:\*\*\*@127\.0\.0\.1:1\/x cannot be reached: .*ECONNREFUSED/);
  });

  it('checks PostgreSQL and pgvector instead of the lock', { skip: POSTGRES_SKIPPED }, async () => {
    const place = await newPlace('postgres');
    try {
      const env = {
        DATABASE_URL: place.databaseUrl,
        RECOLLECT_DATA_DIR: place.folder,
        PORT: '0',
        RECOLLECT_EMBEDDER: 'none',
      };
      const checks = await runChecks(loadConfig({ env }));
      const settings = ['settings', 'connections', 'synchronous_commit', 'fsync', 'full_page_writes', 'work_mem'];
      assert.deepEqual(
        checks.filter(({ name }) => !settings.includes(name)).map(({ name, ok }) => [name, ok]),
        [
          ['node', true],
          ['data folder', true],
          ['disk', true],
          ['database', true],
          ['pgvector', true],
          ['clock', true],
          ['horizon', true],
          ['model', true],
          ['port', true],
        ],
      );
    } finally {
      await place.remove();
    }
  });

  it('asks the embedding endpoint for a vector', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [{ index: 0, embedding: [0.6, 0.8] }], usage: { prompt_tokens: 1 } }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const at = (url: string) => loadConfig({ env: { RECOLLECT_EMBEDDER: 'openai', RECOLLECT_EMBEDDINGS_URL: url } });
    assert.match((await checkEmbedder(at(`http://127.0.0.1:${port}/v1`))).detail, /returns 2 dimensions$/);
    server.close();
    server.closeAllConnections();
    const silent = await checkEmbedder(at('http://user:pa55word@127.0.0.1:1/v1'));
    assert.equal(silent.ok, false);
    assert.ok(!silent.detail.includes('pa55word'));
  });

  it('judges the free disk space', () => {
    const GB = 1024 ** 3;
    const states = [10, 2, 0.1]
      .map((free) => checkFreeSpace(free * GB, 100 * GB))
      .map(({ ok, warning }) => [ok, warning]);
    assert.deepEqual(states, [
      [true, undefined],
      [true, true],
      [false, undefined],
    ]);
  });

  it('reports harmful settings of a PostgreSQL server, with advice for each', () => {
    const MB = 1024 ** 2;
    const well: ServerFacts = {
      ...{ max_connections: 100, reserved: 3, others: 5, shared_buffers: 4096 * MB, work_mem: 16 * MB },
      ...{ autovacuum: 'on', synchronous_commit: 'on', fsync: 'on', full_page_writes: 'on' },
      ...{ database_bytes: 9000 * MB, server_now: 1_000_000, own_now: 1_000_200, oldest_transaction: null },
    };
    const findings = (change: Partial<ServerFacts>, pool = 20) =>
      checkServer({ ...well, ...change }, pool)
        .filter(({ ok, warning }) => !ok || warning)
        .map(({ name, ok, advice }) => [name, ok, typeof advice]);
    assert.deepEqual(findings({}), []);
    for (const [change, name, ok] of [
      [{ max_connections: 20 }, 'connections', false],
      [{ others: 90 }, 'connections', true],
      [{ shared_buffers: 128 * MB }, 'shared_buffers', true],
      [{ work_mem: MB }, 'work_mem', true],
      [{ work_mem: 8192 * MB }, 'work_mem', true],
      [{ autovacuum: 'off' }, 'autovacuum', false],
      [{ synchronous_commit: 'off' }, 'synchronous_commit', true],
      [{ fsync: 'off' }, 'fsync', false],
      [{ full_page_writes: 'off' }, 'full_page_writes', false],
      [{ own_now: 1_005_000 }, 'clock', true],
      [{ own_now: 900_000 }, 'clock', true],
      [{ oldest_transaction: 3_600 }, 'horizon', true],
    ] as const) {
      assert.deepEqual(findings(change), [[name, ok, 'string']]);
    }
    assert.deepEqual(findings({ shared_buffers: 128 * MB, database_bytes: 10 * MB }), []);
  });
});

eachEngine('the doctor of a running service', (engine) => {
  it('reports what is waiting in its store, and for how long', async () => {
    const service = await startTestService(engine, { background: false });
    try {
      const { key } = await service.mint();
      const body = { user_id: 'ann', content: 'Ann keeps a heron' };
      assert.equal((await service.call('POST', '/memory/store', { key, body })).status, 201);
      const { folder, databaseUrl } = service.place;
      const checks = () =>
        databaseUrl === undefined
          ? checkSqliteStore(folder, 7)
          : checkPostgres(databaseUrl, { pool: 20, journalDays: 7, running: true });
      const about = async (name: string) => (await checks()).find((check) => check.name === name);
      assert.equal((await about('backlog'))?.detail, 'no memories are waiting to be embedded');
      assert.match((await about('journal'))?.detail ?? '', /^its oldest event is \d+ s old$/);
      assert.equal((await about('jobs'))?.warning, undefined);
      const days = 86_400_000;
      const change = async (statement: string) => {
        if (engine === 'sqlite') {
          const db = openSqlite(join(service.place.folder, 'recollect.db'));
          db.exec(`pragma busy_timeout = 5000; ${statement}`);
          db.close();
        } else {
          const client = new pg.Client(service.place.databaseUrl);
          await client.connect();
          await client.query(statement);
          await client.end();
        }
      };
      await change(`update memories set embedded_model = null, created_at = ${Date.now() - 3 * days}`);
      await change(`update journal set at = ${Date.now() - 30 * days}`);
      await change(
        `insert into jobs (id, kind, payload, run_at, created_at, last_error) values ('j', 'sweep', '{}', 0, 0, 'it broke')`,
      );
      assert.match(
        (await about('backlog'))?.detail ?? '',
        /^1 memory is waiting to be embedded, the oldest for 3 days$/,
      );
      assert.match(
        (await about('journal'))?.detail ?? '',
        /^its oldest event is 30 days old, though events are kept for 7/,
      );
      assert.deepEqual(
        [(await about('jobs'))?.ok, (await about('jobs'))?.detail],
        [false, 'failing: sweep (it broke)'],
      );
    } finally {
      await service.stop();
      await service.place.remove();
    }
  });
});
