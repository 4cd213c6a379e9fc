import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { connected } from '../../src/storage/backup/postgres.js';
import { MIGRATIONS } from '../../src/storage/migrations/index.js';
import { COLUMN_TYPES } from '../../src/storage/migrations/types.js';
import { createSchema, ensureVector, migratePostgres } from '../../src/storage/postgres/migrate.js';
import { SqliteConnection } from '../../src/storage/sqlite/connection.js';
import { openSqlite } from '../../src/storage/sqlite/driver.js';
import { migrateSqlite } from '../../src/storage/sqlite/migrate.js';
import type { TestPlace } from './databases.js';

/** Maintained by triggers when rows are inserted, or about the schema itself. */
const NOT_COPIED = ['storage_use', 'schema_version'];

const fileOf = ({ folder }: TestPlace) => join(folder, 'recollect.db');
const onPostgres = <T>(url: string, use: (client: PoolClient) => Promise<T>) => connected(url, 'test', use);

/** Creates the schema of a version in an empty place. */
export async function createAt(place: TestPlace, version: number): Promise<void> {
  if (place.databaseUrl) {
    return onPostgres(place.databaseUrl, async (client) => {
      await ensureVector(client);
      await client.query('begin'); // one flush for all of it
      await createSchema(client, version);
      await client.query('commit');
    });
  }
  const db = new SqliteConnection(fileOf(place), { readOnly: false });
  db.exec('begin');
  for (const migration of MIGRATIONS.slice(0, version)) {
    for (const text of migration.statements(COLUMN_TYPES.sqlite, 'sqlite')) db.exec(text);
    migration.adopt?.sqlite(db);
  }
  db.exec(`pragma user_version = ${version}; commit`);
  db.close();
}

/** What the next start does to the schema. */
export async function upgrade(place: TestPlace): Promise<void> {
  if (place.databaseUrl) return onPostgres(place.databaseUrl, async (client) => void (await migratePostgres(client)));
  const db = new SqliteConnection(fileOf(place), { readOnly: false });
  migrateSqlite(db);
  db.close();
}

interface Table {
  name: string;
  columns: string;
}
type Columns = readonly { name: string; column: string }[];

/** The tables that both have, except for those that are counted or about the schema itself. */
function common(older: Columns, full: Columns): Table[] {
  const there = new Set(full.map(({ name, column }) => `${name}.${column}`));
  const tables = new Map<string, string[]>();
  for (const { name, column } of older) {
    if (there.has(`${name}.${column}`) && !NOT_COPIED.includes(name))
      tables.set(name, [...(tables.get(name) ?? []), `"${column}"`]);
  }
  return [...tables].map(([name, columns]) => ({ name, columns: columns.join(', ') }));
}

/** Opens both databases at once; neither may be in use. */
interface Both {
  run(text: string): Promise<Record<string, unknown>[]>;
  columns(of: 'older' | 'full'): Promise<Columns>;
  /** How statements refer to a table of the full database. */
  full(name: string): string;
}

async function withBoth<T>(older: TestPlace, full: TestPlace, use: (both: Both) => Promise<T>): Promise<T> {
  if (older.databaseUrl && full.databaseUrl) return withSchemas(older.databaseUrl, full.databaseUrl, use);
  const db = openSqlite(fileOf(older));
  try {
    db.exec(`attach '${fileOf(full)}' as whole`);
    const columns = (schema: string) =>
      db
        .prepare(
          `select t.name as name, c.name as "column" from ${schema}.sqlite_schema t join pragma_table_info(t.name, '${schema}') c
            where t.type = 'table' and substr(t.name, 1, 7) <> 'sqlite_'`,
        )
        .all() as { name: string; column: string }[];
    return await use({
      run: async (text) => db.prepare(text).all(),
      columns: async (of) => columns(of === 'full' ? 'whole' : 'main'),
      full: (name) => `whole.${name}`,
    });
  } finally {
    db.close();
  }
}

async function withSchemas<T>(olderUrl: string, fullUrl: string, use: (both: Both) => Promise<T>): Promise<T> {
  const schemaOf = async (client: PoolClient): Promise<string> =>
    (await client.query('select current_schema() as name')).rows[0].name;
  const schema = await onPostgres(fullUrl, schemaOf);
  return onPostgres(olderUrl, async (client) => {
    const own = await schemaOf(client);
    return use({
      run: async (text) => (await client.query(text)).rows,
      columns: async (of) =>
        (
          await client.query(
            `select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
              where c.relnamespace = $1::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
            [of === 'full' ? schema : own],
          )
        ).rows,
      full: (name) => `${schema}.${name}`,
    });
  });
}

/** Fills an older schema with as much of a current database as its tables and columns can hold. */
export function fillFrom(older: TestPlace, full: TestPlace): Promise<Table[]> {
  return withBoth(older, full, async (both) => {
    const own = await both.columns('older');
    const copied = common(own, await both.columns('full'));
    await both.run('begin');
    for (const { name, columns } of copied) {
      await both.run(`delete from ${name}`);
      await both.run(`insert into ${name} (${columns}) select ${columns} from ${both.full(name)}`);
      if (older.engine === 'postgres' && own.some((one) => one.name === name && one.column === 'seq'))
        await both.run(
          `select setval(counter, (select coalesce(max(seq), 1) from ${name})) from pg_get_serial_sequence('${name}', 'seq') as counter where counter is not null`,
        );
    }
    // PostgreSQL, before words were stored in one row.
    if (own.some(({ name }) => name === 'memory_terms'))
      await both.run(`insert into memory_terms (key_id, user_id, term, memory_id, tf, length)
        select key_id, user_id, split_part(word, ':', 1), memory_id, coalesce(nullif(split_part(word, ':', 2), ''), '1')::bigint, length
          from ${both.full('memory_words')}, unnest(string_to_array(terms, ' ')) as word`);
    await both.run('commit');
    return copied;
  });
}

/** Tables whose rows differ from what was copied, and the storage count if it differs. */
export function changedSince(copied: readonly Table[], older: TestPlace, full: TestPlace): Promise<string[]> {
  return withBoth(older, full, async (both) => {
    const there = new Set((await both.columns('older')).map(({ name }) => name));
    const changed: string[] = [];
    for (const { name, columns } of copied) {
      const count = (rows: string) => `(select count(*) from ${rows})`;
      const other = `(select ${columns} from ${both.full(name)} except select ${columns} from ${name}) as other`;
      const [row] = there.has(name)
        ? await both.run(`select ${count(name)} - ${count(both.full(name))} as more, ${count(other)} as other`)
        : [{ more: 'gone' }];
      if (Number(row?.more) !== 0 || Number(row?.other) !== 0) changed.push(name);
    }
    const use = (table: string) => `(select coalesce(sum(bytes), 0) from ${table})`;
    const [row] = await both.run(`select ${use('storage_use')} - ${use(both.full('storage_use'))} as more`);
    if (Number(row?.more) !== 0) changed.push('storage_use');
    return changed;
  });
}
