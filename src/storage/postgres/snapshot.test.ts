import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { newPlace, POSTGRES_SKIPPED, type TestPlace } from '../../../test/support/databases.js';
import { silentLog } from '../../kernel/log.js';
import { sql } from '../sql.js';
import { type TenantTx, tenantRead, tenantSnapshotRead } from '../statement.js';
import { connectionOf } from './connection.js';
import { PostgresDatabase } from './engine.js';

function suite() {
  let place: TestPlace;
  let database: PostgresDatabase;
  let other: pg.Client;
  before(async () => {
    place = await newPlace('postgres');
    database = await PostgresDatabase.open({ url: place.databaseUrl ?? '', poolSize: 2, log: silentLog });
    other = new pg.Client(connectionOf(place.databaseUrl ?? ''));
    await other.connect();
  });
  after(async () => {
    await other?.end();
    await database?.close();
    await place?.remove();
  });

  const count = async (tx: TenantTx) =>
    (await tx.get<{ n: number }>(sql`select count(*) as n from quota where key_id = ${tx.keyId}`))?.n;
  /** Counts, lets another connection write, counts again. */
  const twice = async (tx: TenantTx, month: string) => {
    const first = await count(tx);
    await other.query(`insert into quota (key_id, month, slot, used) values ('key', $1, 0, 1)`, [month]);
    return [first, await count(tx)];
  };

  it('hides what was written after the first statement of a read from the second', async () => {
    assert.deepEqual(await database.tenant('key').run(tenantSnapshotRead('test.steady', twice), '2026-01'), [0, 0]);
    assert.deepEqual(await database.tenant('key').run(tenantRead('test.each', twice), '2026-02'), [1, 2]);
  });
}

describe('a snapshot on PostgreSQL', () => {
  if (POSTGRES_SKIPPED) it('all of it', { skip: POSTGRES_SKIPPED }, () => {});
  else suite();
});
