import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { connected } from '../storage/backup/postgres.js';
import { MIGRATIONS } from '../storage/migrations/index.js';
import { COLUMN_TYPES } from '../storage/migrations/types.js';
import { createSchema, ensureVector } from '../storage/postgres/migrate.js';
import { SqliteConnection } from '../storage/sqlite/connection.js';
import { openSqlite } from '../storage/sqlite/driver.js';
import type { TestPlace } from './databases.js';

/** Counted by triggers as rows come in, or about the schema itself. */
const NOT_COPIED = ['storage_use', 'schema_version'];

const fileOf = ({ folder }: TestPlace) => join(folder, 'recollect.db');
const onPostgres = <T>(url: string, use: (client: PoolClient) => Promise<T>) => connected(url, 'test', use);

/** The schema of a version, in an empty place. */
export async function createAt(place: TestPlace, version: number): Promise<void> {
  if (place.databaseUrl) {
    return onPostgres(place.databaseUrl, async (client) => {
      await ensureVector(client);
      await createSchema(client, version);
    });
  }
  const db = new SqliteConnection(fileOf(place), { readOnly: false });
  for (const migration of MIGRATIONS.slice(0, version)) {
    for (const text of migration.statements(COLUMN_TYPES.sqlite, 'sqlite')) db.exec(text);
    migration.adopt?.sqlite(db);
  }
  db.exec(`pragma user_version = ${version}`);
  db.close();
}

type Tables = Map<string, string[]>;
const common = (older: Tables, full: Tables) =>
  [...older].flatMap(([name, columns]) => {
    const known = full.get(name);
    const both = columns.filter((column) => known?.includes(column)).map((column) => `"${column}"`);
    return both.length > 0 && !NOT_COPIED.includes(name) ? [{ name, columns: both.join(', ') }] : [];
  });
const grouped = (rows: readonly { name: string; column: string }[]): Tables => {
  const tables: Tables = new Map();
  for (const { name, column } of rows) tables.set(name, [...(tables.get(name) ?? []), column]);
  return tables;
};

/** Fills an older schema with as much of a current database as it has tables and columns for. Nobody may be using either. */
export async function fillFrom(older: TestPlace, full: TestPlace): Promise<void> {
  if (older.databaseUrl) return fillPostgres(older.databaseUrl, full.databaseUrl ?? '');
  const db = openSqlite(fileOf(older));
  db.exec(`attach '${fileOf(full)}' as whole`);
  const tables = (schema: string) =>
    grouped(
      db
        .prepare(
          `select t.name as name, c.name as "column" from ${schema}.sqlite_schema t join pragma_table_info(t.name, '${schema}') c
            where t.type = 'table' and substr(t.name, 1, 7) <> 'sqlite_'`,
        )
        .all() as { name: string; column: string }[],
    );
  for (const { name, columns } of common(tables('main'), tables('whole')))
    db.exec(`delete from main.${name}; insert into main.${name} (${columns}) select ${columns} from whole.${name}`);
  db.close();
}

async function fillPostgres(olderUrl: string, fullUrl: string): Promise<void> {
  const schemaOf = (client: PoolClient): Promise<string> =>
    client.query('select current_schema() as name').then(({ rows }) => rows[0].name);
  const full = await onPostgres(fullUrl, schemaOf);
  await onPostgres(olderUrl, async (client) => {
    const tables = async (schema: string) => {
      const { rows } = await client.query(
        `select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
          where c.relnamespace = $1::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
        [schema],
      );
      return grouped(rows);
    };
    const own = await tables(await schemaOf(client));
    for (const { name, columns } of common(own, await tables(full))) {
      await client.query(`delete from ${name}`);
      await client.query(`insert into ${name} (${columns}) select ${columns} from ${full}.${name}`);
      if (!own.get(name)?.includes('seq')) continue;
      const { rows } = await client.query(`select pg_get_serial_sequence($1, 'seq') as counter`, [name]);
      if (rows[0].counter)
        await client.query(`select setval($1, (select coalesce(max(seq), 1) from ${name}))`, [rows[0].counter]);
    }
    // Before words were in one row.
    if (own.has('memory_terms'))
      await client.query(`insert into memory_terms (key_id, user_id, term, memory_id, tf, length)
        select key_id, user_id, split_part(word, ':', 1), memory_id, coalesce(nullif(split_part(word, ':', 2), ''), '1')::bigint, length
          from ${full}.memory_words, unnest(string_to_array(terms, ' ')) as word`);
  });
}
