import type pg from 'pg';
import { bandColumn, wordColumns } from '../postgres/word-rows.js';
import { unpackSketch } from '../sketches.js';
import { raw, type Sql, sql } from '../sql.js';
import type { SqliteConnection } from '../sqlite/connection.js';
import type { Row } from '../statement.js';
import type { PgType } from './values.js';

interface Column {
  name: string;
  type: PgType;
}

/** One table on both engines. */
export interface Table {
  name: string;
  /** The columns that are copied, by name. Columns that only PostgreSQL has fill themselves. */
  columns: readonly Column[];
  /** Its source in an open SQLite database: a table, or a subset of one under the same name. */
  from(schema: 'main' | 'base'): Sql;
  /** The columns of that source. */
  own: readonly string[];
  /** Its primary key, in order: the order of the copy, and what identifies a changed row. */
  key: readonly string[];
  /** The columns by which PostgreSQL finds everything that came from one row of SQLite. */
  place: readonly string[];
  /** The primary key on PostgreSQL. */
  pgKey: readonly string[];
  /** The PostgreSQL rows that one SQLite row becomes. */
  expand(row: Row): Row[];
}

const quoted = (name: string) => `"${name}"`;
export const columnList = (names: readonly string[]): Sql => raw(names.map(quoted).join(', '));
/** Names come from the engines' own catalogues. */
export const named = (name: string): Sql => raw(quoted(name));

function wordsOf({ sketch, ...row }: Row): Row[] {
  const [keyId, userId] = [row.key_id as string, row.user_id as string];
  const bands = sketch === null ? [] : unpackSketch(sketch as Uint8Array);
  return [{ ...row, ...wordColumns(keyId, userId, row.terms as string), bands: bandColumn(keyId, userId, bands) }];
}

/** What SQLite packs into columns of the memory and PostgreSQL stores in a table of its own. */
const PACKED = ['terms', 'sketch'];
const UNPACKED: Record<string, Pick<Table, 'own' | 'expand'> & { columns: string }> = {
  memory_words: {
    columns: 'key_id, user_id, id as memory_id, terms_length as length, terms, sketch',
    own: ['key_id', 'user_id', 'memory_id', 'length', 'terms', 'sketch'],
    expand: wordsOf,
  },
};

/** What each engine counts by itself as rows are written. */
const SELF_COUNTED = 'storage_use';

/** All tables of the embedded database, as they are there and on PostgreSQL. */
export async function tablesOf(source: SqliteConnection, target: pg.ClientBase): Promise<Table[]> {
  const names = source
    .all<{
      name: string;
    }>(sql`select name from sqlite_master where type = 'table' and substr(name, 1, 7) <> 'sqlite_'
        and name <> ${SELF_COUNTED} order by name`)
    .map(({ name }) => name);
  const tables: Table[] = [];
  for (const name of names) tables.push(await tableOf(source, target, name));
  for (const name of Object.keys(UNPACKED)) tables.push(await unpackedOf(target, name));
  return tables;
}

async function tableOf(source: SqliteConnection, target: pg.ClientBase, name: string): Promise<Table> {
  const here = source.all<{ name: string; pk: number }>(sql`select name, pk from pragma_table_info(${name})`);
  const there = await describePostgresTable(target, name);
  const copied = there.columns.filter((column) => here.some((own) => own.name === column.name));
  const missing = here.filter(
    (own) => !copied.some((column) => column.name === own.name) && !(name === 'memories' && PACKED.includes(own.name)),
  );
  if (copied.length === 0 || missing.length > 0) throw new Error(`PostgreSQL lacks ${name} or a column of it`);
  const key = here
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map((own) => own.name);
  return {
    name,
    columns: copied,
    from: (schema) => sql`${raw(schema)}.${named(name)}`,
    own: here.map((own) => own.name),
    key,
    place: key,
    pgKey: there.key,
    expand: (row) => [row],
  };
}

async function unpackedOf(target: pg.ClientBase, name: string): Promise<Table> {
  const { columns, ...unpacked } = UNPACKED[name] as (typeof UNPACKED)[string];
  const there = await describePostgresTable(target, name);
  return {
    name,
    columns: there.columns,
    from: (schema) => raw(`(select ${columns} from ${schema}.memories)`),
    key: ['key_id', 'memory_id'],
    place: ['key_id', 'user_id', 'memory_id'],
    pgKey: there.key,
    ...unpacked,
  };
}

async function describePostgresTable(
  target: pg.ClientBase,
  name: string,
): Promise<{ columns: Column[]; key: string[] }> {
  const columns = await target.query(
    `select column_name as name, udt_name as type from information_schema.columns
      where table_schema = current_schema() and table_name = $1 order by column_name collate "C"`,
    [name],
  );
  const key = await target.query(
    `select a.attname as name from pg_index i
      join lateral unnest(i.indkey::int2[]) with ordinality as part (number, place) on true
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.number
      where i.indrelid = quote_ident($1)::regclass and i.indisprimary order by part.place`,
    [name],
  );
  return { columns: columns.rows as Column[], key: key.rows.map((row) => row.name as string) };
}
