import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { newPlace, POSTGRES_SKIPPED, type TestPlace } from '../../../../test/support/databases.js';
import { fillLargeScope } from '../../../../test/support/large-scope.js';
import { silentLog } from '../../../kernel/log.js';
import { PostgresDatabase } from '../engine.js';
import { indexName, NAME_PREFIX } from './index-definition.js';

const [keyId, userId, model, dimensions] = ['key_kept', 'large', 'model', 16];
const scope = { keyId, userId, model, dimensions };
const FROM = 400;

function suite() {
  let place: TestPlace;
  let database: PostgresDatabase;
  let client: pg.Client;
  const keep = (from = FROM, of: string | null = model, signal?: AbortSignal) =>
    database.maintainIndexes({ from, model: of, ...(signal ? { signal } : {}) });
  const indexes = async (): Promise<{ name: string; valid: boolean }[]> =>
    (
      await client.query(
        `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = 'memory_vectors'::regclass and starts_with(c.relname, $1) order by 1`,
        [NAME_PREFIX],
      )
    ).rows;
  const ready = [{ name: indexName(scope), valid: true }];

  before(async () => {
    place = await newPlace('postgres');
    const url = place.databaseUrl ?? '';
    database = await PostgresDatabase.open({ url, poolSize: 4, log: silentLog });
    client = new pg.Client(url);
    await client.connect();
    await fillLargeScope(url, { ...scope, memories: FROM });
    await fillLargeScope(url, { ...scope, userId: 'small', memories: FROM - 1 });
  });
  after(async () => {
    await client?.end();
    await database?.close();
    await place?.remove();
  });

  it('are never built with a threshold of 0 or without a model', async () => {
    assert.deepEqual(await keep(0), { built: 0, dropped: 0, kept: 0, left: 0 });
    await keep(FROM, null);
    assert.deepEqual(await indexes(), []);
  });

  it('are built once for scopes that reach the threshold, and for no others', async () => {
    assert.equal((await keep()).built, 1);
    assert.deepEqual(await indexes(), ready);
    assert.deepEqual(await keep(), { built: 0, dropped: 0, kept: 1, left: 0 });
  });

  it('are dropped if the threshold is 0', async () => {
    assert.equal((await keep(0)).dropped, 1);
    assert.deepEqual(await indexes(), []);
  });

  it('are dropped and rebuilt if their build was interrupted', async () => {
    const other = new pg.Client(place.databaseUrl);
    await other.connect();
    await other.query('begin');
    // The build waits for anyone who writes to the table.
    await other.query('lock table memory_vectors in row exclusive mode');
    const stop = new AbortController();
    const build = keep(FROM, model, stop.signal);
    const failed = assert.rejects(build);
    while ((await indexes()).length === 0) await client.query('select 1');
    // No other run removes an index that is still being built.
    assert.deepEqual(await keep(), { built: 0, dropped: 0, kept: 0, left: 0 });
    stop.abort();
    await failed;
    await other.query('rollback');
    await other.end();
    assert.deepEqual(await indexes(), [{ name: indexName(scope), valid: false }]);
    assert.deepEqual(await keep(), { built: 1, dropped: 1, kept: 0, left: 0 });
    assert.deepEqual(await indexes(), ready);
  });

  it('are rebuilt if their scope is not recorded', async () => {
    await client.query(`comment on index ${indexName(scope)} is null`);
    assert.deepEqual(await keep(), { built: 1, dropped: 1, kept: 0, left: 0 });
  });

  it('stay until their scope has shrunk below half the threshold', async () => {
    const remove = (down: number) =>
      client.query(
        `delete from memories where key_id = $1 and user_id = $2 and id in (
          select id from memories where key_id = $1 and user_id = $2 order by id offset $3)`,
        [keyId, userId, down],
      );
    await remove(FROM / 2);
    assert.equal((await keep()).kept, 1);
    await remove(FROM / 2 - 1);
    assert.equal((await keep()).dropped, 1);
    assert.deepEqual(await indexes(), []);
  });

  it('are rebuilt when the model changes', async () => {
    const of = { ...scope, userId: 'changing' };
    await fillLargeScope(place.databaseUrl ?? '', { ...of, memories: FROM });
    assert.equal((await keep()).built, 1);
    await client.query(`insert into memory_vectors (key_id, user_id, model, memory_id, passage, vector)
      select key_id, user_id, 'newer', memory_id, passage, subvector(vector, 1, 8) from memory_vectors where user_id = 'changing'`);
    assert.deepEqual(await indexes(), [{ name: indexName(of), valid: true }]);
    assert.deepEqual(await keep(FROM, 'newer'), { built: 1, dropped: 1, kept: 0, left: 0 });
    assert.deepEqual(await indexes(), [{ name: indexName({ ...of, model: 'newer', dimensions: 8 }), valid: true }]);
  });

  it('do not prevent vectors of another length from being stored', async () => {
    await client.query(
      "insert into memory_vectors (key_id, user_id, model, memory_id, passage, vector) values ($1, 'changing', 'newer', 'odd', 0, '[1,0]')",
      [keyId],
    );
  });
}

describe('approximate indexes', () => {
  if (POSTGRES_SKIPPED) it('all of it', { skip: POSTGRES_SKIPPED }, () => {});
  else suite();
});
