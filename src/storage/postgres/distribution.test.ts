import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import pg from 'pg';
import { newPlace, POSTGRES_SKIPPED, type TestPlace } from '../../../test/support/databases.js';
import { hasCitus } from './cluster.js';

/** Tables that belong to no key, or are read before the key is known: on a cluster they stay on the coordinator, see docs/scaling.md. */
const NOT_DISTRIBUTED = [
  ...['api_keys', 'audit', 'console_sessions', 'jobs', 'oauth_grants', 'schema_version', 'settings', 'signup_windows'],
];

let place: TestPlace | undefined;
after(() => place?.remove());

it('every other table can be distributed by key_id: it has the column, not null and in every unique index', {
  skip: POSTGRES_SKIPPED,
}, async () => {
  place = await newPlace('postgres');
  await (await place.open()).close();
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  const tables =
    await client.query(`select c.relname as name, c.relpersistence = 'p' as logged, k.attnotnull as present,
      coalesce((select array_agg(i.indexrelid::regclass::text) from pg_index i
        where i.indrelid = c.oid and i.indisunique and not (k.attnum = any (i.indkey::int2[]))), '{}') as without,
      exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary) as keyed
    from pg_class c left join pg_attribute k on k.attrelid = c.oid and k.attname = 'key_id'
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1`);
  const cluster = await hasCitus(client);
  const placed = cluster
    ? await client.query(`select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
        where c.relnamespace = current_schema()::regnamespace order by 1`)
    : null;
  await client.end();
  const distributed = tables.rows.filter(({ name }) => !NOT_DISTRIBUTED.includes(name));
  assert.ok(distributed.length > 20);
  for (const { name, present, without, keyed } of distributed) {
    assert.deepEqual([name, present, without, keyed], [name, true, [], true]);
  }
  if (placed)
    assert.deepEqual(
      placed.rows.map(({ name }) => name),
      distributed.filter(({ logged }) => logged).map(({ name }) => name),
    );
});
