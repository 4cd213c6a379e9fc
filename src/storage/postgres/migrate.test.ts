import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { newPlace, POSTGRES_SKIPPED } from '../../../test/support/databases.js';
import { silentLog } from '../../kernel/log.js';
import { PostgresDatabase } from './engine.js';
import { MIGRATION_LOCK } from './migrate.js';

describe('migrating a PostgreSQL database at startup', { skip: POSTGRES_SKIPPED }, () => {
  it('has as long as it needs, whatever limits statements and whoever migrates first', async () => {
    const place = await newPlace('postgres');
    const first = new pg.Client(place.databaseUrl);
    await first.connect();
    await first.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    let waits = () => {};
    const waiting = new Promise<void>((resolve) => {
      waits = resolve;
    });
    try {
      const opening = PostgresDatabase.open({
        // A limit that every statement exceeds.
        ...{ url: `${place.databaseUrl}%20-c%20statement_timeout=1`, maxWaitMs: 1 },
        ...{ poolSize: 2, approximate: false, log: { ...silentLog, info: waits } },
      });
      await Promise.race([waiting, opening]);
      await first.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      const database = await opening;
      const { rows } = await first.query('select count(*)::int as count from memories');
      assert.equal(rows[0].count, 0);
      await database.close();
    } finally {
      await first.end(); // and with it the lock that other services wait for
    }
    await place.remove();
  });
});
