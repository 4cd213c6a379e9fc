import { and, type Dialect, raw, type Sql, sql } from './sql.js';
import { cosineOf } from './vectors.js';

/** The differences between the engines, one function each. Statements use the common subset of SQL and call these for the rest. */

/**
 * SQLite has one writer: it never waits for another, a long write blocks all others, and the journal's numbers become visible in order. PostgreSQL
 * locks rows instead.
 */
export const hasOneWriter = (dialect: Dialect): boolean => dialect === 'sqlite';

/** On PostgreSQL each statement is a round trip: many rows per statement and statements sent together are faster. On SQLite they are not. */
export const hasRoundTrips = (dialect: Dialect): boolean => dialect === 'postgres';

/** Statements run in threads of their own; elsewhere they run on the thread that serves every request. */
export const hasOwnThreads = (dialect: Dialect): boolean => dialect === 'sqlite';

/** The process is alone with the database, so that it can hold in memory what no other changes. */
export const hasOneProcess = (dialect: Dialect): boolean => dialect === 'sqlite';

/** Made once for each engine. */
export const byDialect = <T>(make: (dialect: Dialect) => T): Readonly<Record<Dialect, T>> => ({
  sqlite: make('sqlite'),
  postgres: make('postgres'),
});

/** Prevents a row that others are about to reference from being deleted, until the transaction ends. */
export const forKeyShare = (dialect: Dialect): Sql => raw(dialect === 'postgres' ? ' for key share' : '');

/** Whether a text is this one, found by an index: that of a text of any length contains its hash on PostgreSQL, and the text itself on SQLite. */
export const sameLongText = (dialect: Dialect, column: Sql, value: Sql): Sql =>
  dialect === 'sqlite' ? sql`${column} = ${value}` : sql`md5(${column}) = md5(${value}) and ${column} = ${value}`;

/** The functions that return the smallest and the largest of their arguments. */
export const least = (dialect: Dialect): Sql => raw(dialect === 'sqlite' ? 'min' : 'least');
export const greatest = (dialect: Dialect): Sql => raw(dialect === 'sqlite' ? 'max' : 'greatest');

/** The list as rows of one column `value`. */
export const textRows = (dialect: Dialect, list: readonly string[], name = 'listed'): Sql =>
  dialect === 'sqlite'
    ? sql`json_each(${JSON.stringify(list)}) as ${raw(name)}`
    : sql`unnest(cast(${list} as text[])) as ${raw(name)} (value)`;

/** Joins the rows of a limited query for each preceding row; `query` selects these columns of `table x`. Nothing but a limit may follow. */
export const eachLimited = (dialect: Dialect, table: string, alias: string, query: (columns: Sql) => Sql): Sql =>
  dialect === 'sqlite'
    ? sql`cross join ${raw(`${table} ${alias}`)} where ${raw(alias)}.rowid in (${query(raw('x.rowid'))})`
    : sql`cross join lateral (${query(raw('x.*'))}) ${raw(alias)}`;

/** The texts of a list in a JSON column, one row each, as `name.value`. */
export const jsonTexts = (dialect: Dialect, column: string, name: string): Sql =>
  raw(
    dialect === 'sqlite'
      ? `json_each(${column}) as ${name}`
      : `jsonb_array_elements_text(${column}) as ${name} (value)`,
  );

/** A text that becomes the value of a JSON column. */
export const asJson = (dialect: Dialect, text: Sql): Sql => (dialect === 'sqlite' ? text : sql`cast(${text} as jsonb)`);

/** The size in bytes of a JSON value, as text. */
export const jsonBytes = (dialect: Dialect, value: Sql): Sql =>
  dialect === 'sqlite' ? sql`octet_length(${value})` : sql`octet_length((${value})::text)`;

/**
 * The object in a JSON column, with a field added that is an object of these values and columns. On PostgreSQL this uses immutable functions only: a
 * cluster accepts no others in an update.
 */
export function withObject(
  dialect: Dialect,
  column: string,
  field: string,
  values: Record<string, string | number>,
  columns: Record<string, string>,
): Sql {
  const names = Object.entries(columns).map(([name, source]) => `'${name}', ${source}`);
  return dialect === 'sqlite'
    ? sql`json_set(${raw(column)}, ${raw(`'$.${field}'`)}, json_patch(${JSON.stringify(values)}, json_object(${raw(names.join(', '))})))`
    : sql`jsonb_set(${raw(column)}, ${raw(`'{${field}}'`)}, cast(${JSON.stringify(values)} as jsonb) || jsonb_object(array[${raw(names.join(', '))}]))`;
}

/** Whether the object in a JSON column has the field; on SQLite a field that is null does not count. */
export const hasField = (dialect: Dialect, column: string, field: string): Sql =>
  raw(
    dialect === 'sqlite' ? `json_extract(${column}, '$.${field}') is not null` : `jsonb_exists(${column}, '${field}')`,
  );

/** Order and comparison by code point; SQLite has no other. */
export const byCodePoint = (dialect: Dialect): Sql => raw(dialect === 'sqlite' ? '' : ' collate "C"');

/** The month of a time in Unix milliseconds, as `2026-03`, in UTC. */
export const monthOf = (dialect: Dialect, column: string): Sql =>
  raw(
    dialect === 'sqlite'
      ? `strftime('%Y-%m', ${column} / 1000, 'unixepoch')`
      : `to_char(to_timestamp(${column} / 1000) at time zone 'UTC', 'YYYY-MM') collate "C"`,
  );

/** The inner product of a column's vectors with this one; on SQLite, the vectors themselves. */
export const product = (dialect: Dialect, column: string, vector: Float32Array): Sql =>
  dialect === 'sqlite' ? raw(column) : cosineOf(column, vector);

/** Whether a JSON column with a list of texts contains any of these, or all of them. */
export const hasAny = (dialect: Dialect, column: string, texts: readonly string[]): Sql =>
  dialect === 'sqlite'
    ? sql`exists (select 1 from json_each(${raw(column)}) one where one.value in (select value from ${textRows(dialect, texts)}))`
    : sql`${raw(column)} ?| ${texts}::text[]`;
export function hasAll(dialect: Dialect, column: string, texts: readonly string[]): Sql {
  const distinct = [...new Set(texts)];
  return dialect === 'sqlite'
    ? sql`(select count(distinct one.value) from json_each(${raw(column)}) one
        where one.value in (select value from ${textRows(dialect, distinct)})) = ${distinct.length}`
    : sql`${raw(column)} ?& ${distinct}::text[]`;
}

/**
 * Whether an object in a JSON column has these fields with these values, as JavaScript writes them as text. SQLite reads the object once, whatever their
 * number.
 */
export function hasPairs(dialect: Dialect, column: string, pairs: readonly [string, string][]): Sql {
  if (dialect === 'sqlite') {
    const wanted = pairs.flatMap(([key, text]) => textAndNumber(text).map((value) => [key, value]));
    return sql`(select count(*) from json_each(${raw(column)}) entry where entry.type not in ('object', 'array') and (entry.key,
        case entry.type when 'true' then 'true' when 'false' then 'false' when 'null' then 'null' else entry.value end)
        in (select value ->> 0, value ->> 1 from json_each(${JSON.stringify(wanted)}))) = ${pairs.length}`;
  }
  return and(
    pairs.map(([key, text]) => {
      const values = textAndNumber(text).map((value) => JSON.stringify(value));
      if (['true', 'false', 'null'].includes(text)) values.push(text);
      return sql`${raw(column)} -> ${key}::text = any(${values}::text[]::jsonb[])`;
    }),
  );
}

/** Engines write numbers differently, so they are compared as numbers. */
function textAndNumber(text: string): (string | number)[] {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? [text, number] : [text];
}
