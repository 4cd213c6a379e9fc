import type pg from 'pg';
import { raw, type Sql, sql } from '../sql.js';
import type { SqliteConnection } from '../sqlite/connection.js';
import type { Row } from '../statement.js';
import { unpackTerms } from '../terms.js';
import type { PgType } from './values.js';

export interface Column {
  name: string;
  type: PgType;
}

/** One table on both engines. */
export interface Table {
  name: string;
  /** Those that are copied, by name. What PostgreSQL alone has fills itself. */
  columns: readonly Column[];
  /** SQLite's primary key, in its order: how a copy is walked and what a change is known by. */
  key: readonly string[];
  /** The primary key on PostgreSQL. */
  pgKey: readonly string[];
  /** The rows of PostgreSQL that one of SQLite becomes. */
  expand(row: Row): Row[];
}

const quoted = (name: string) => `"${name}"`;
export const columnList = (names: readonly string[]): Sql => raw(names.map(quoted).join(', '));
/** Names come out of the engines' own catalogues. */
export const named = (name: string): Sql => raw(quoted(name));

/** Words are packed into one row per memory on SQLite and are a row each on PostgreSQL. */
function wordsOf(row: Row): Row[] {
  const rows: Row[] = [];
  const { key_id, user_id, memory_id, length } = row;
  unpackTerms(row.terms as string, (term, tf) => rows.push({ key_id, user_id, memory_id, length, term, tf }));
  return rows;
}

/** All tables of the embedded database, as they are there and in PostgreSQL. */
export async function tablesOf(source: SqliteConnection, target: pg.ClientBase): Promise<Table[]> {
  const names = source
    .all<{
      name: string;
    }>(sql`select name from sqlite_master where type = 'table' and substr(name, 1, 7) <> 'sqlite_' order by name`)
    .map(({ name }) => name);
  const tables: Table[] = [];
  for (const name of names) tables.push(await tableOf(source, target, name));
  return tables;
}

async function tableOf(source: SqliteConnection, target: pg.ClientBase, name: string): Promise<Table> {
  const here = source.all<{ name: string; pk: number }>(sql`select name, pk from pragma_table_info(${name})`);
  const there = await target.query(
    `select column_name as name, udt_name as type from information_schema.columns
      where table_schema = current_schema() and table_name = $1 order by column_name collate "C"`,
    [name],
  );
  const pgKey = await target.query(
    `select a.attname as name from pg_index i
      join lateral unnest(i.indkey::int2[]) with ordinality as part (number, place) on true
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.number
      where i.indrelid = quote_ident($1)::regclass and i.indisprimary order by part.place`,
    [name],
  );
  const packed = name === 'memory_terms';
  const copied = there.rows.filter((column) => packed || here.some((own) => own.name === column.name)) as Column[];
  const missing = packed ? [] : here.filter((own) => !copied.some((column) => column.name === own.name));
  if (copied.length === 0 || missing.length > 0) throw new Error(`PostgreSQL lacks ${name} or a column of it`);
  return {
    name,
    columns: copied,
    key: here
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map((own) => own.name),
    pgKey: pgKey.rows.map((row) => row.name as string),
    expand: packed ? wordsOf : (row) => [row],
  };
}
