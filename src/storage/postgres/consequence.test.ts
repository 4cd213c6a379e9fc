import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newPlace, POSTGRES_SKIPPED } from '../../../test/support/databases.js';
import { silentLog } from '../../kernel/log.js';
import { sql } from '../sql.js';
import { systemWrite } from '../statement.js';
import { PostgresDatabase } from './engine.js';

/** The failing statement is one promise deeper than the one sent along with it, so that the other is the first to reject. */
const together = systemWrite('test.together', async (tx) => {
  const failing = async () => {
    await Promise.all([(async () => tx.all(sql`select 1 / 0`))()]);
  };
  await Promise.all([failing(), tx.all(sql`select 1`)]);
});

describe('statements that are sent together on PostgreSQL', () => {
  it('report the one that failed, not those that failed because of it', { skip: POSTGRES_SKIPPED }, async () => {
    const place = await newPlace('postgres');
    const database = await PostgresDatabase.open({ url: place.databaseUrl ?? '', poolSize: 2, log: silentLog });
    try {
      await assert.rejects(database.system(together, null), { code: '22012' });
    } finally {
      await database.close();
      await place.remove();
    }
  });
});
