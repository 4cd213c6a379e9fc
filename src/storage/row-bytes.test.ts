import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import pg from 'pg';
import { eachEngine, newPlace } from '../../test/support/databases.js';
import { COUNTED } from './row-bytes.js';
import { openSqlite } from './sqlite/driver.js';

/** Tables with the key's column that are not counted, each with the reason. */
const NOT_COUNTED = [
  'audit', // the operator's; has its own limit
  'idempotency_quotes', // a row per id in a stored response, which is counted; for a day
  'jobs', // the service's own work
  'memory_words', // included in the memory's count
  'quota', // a row per month and slot
  'rate_buckets', // a row per key
  'storage_use', // the count itself
  'usage_agents', // a row per agent, of which a key has at most 10,000
  'usage_daily', // a row per day and route
  'usage_hourly', // a row per hour
  'usage_latency', // a row per day, route and bucket
];

eachEngine('the bytes of rows', (engine) => {
  it('are counted for every table that holds data of a key', async () => {
    const place = await newPlace(engine);
    try {
      await (await place.open()).close();
      const names = engine === 'sqlite' ? sqliteTables(place.folder) : await postgresTables(place.databaseUrl ?? '');
      const counted = COUNTED.map(({ name }) => name);
      assert.deepEqual(
        names.filter((name) => !NOT_COUNTED.includes(name)),
        counted.sort(),
      );
    } finally {
      await place.remove();
    }
  });
});

function sqliteTables(folder: string): string[] {
  const db = openSqlite(join(folder, 'recollect.db'));
  const rows = db.prepare(`select m.name from sqlite_master m where m.type = 'table'
    and exists (select 1 from pragma_table_info(m.name) c where c.name = 'key_id') order by 1`);
  const names = rows.all().map((row) => String(row.name));
  db.close();
  return names;
}

async function postgresTables(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(`select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'key_id'
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by c.relname collate "C"`);
  await client.end();
  return rows.map((row) => String(row.name));
}
