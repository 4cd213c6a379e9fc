import { type Dialect, type Sql, sql } from './sql.js';

/** A JSON column that holds an object or a list: PostgreSQL returns it parsed, SQLite as text. */
export const fromJson = <T>(value: unknown): T => (typeof value === 'string' ? JSON.parse(value) : value) as T;

/** Many rows as one parameter, so that the statement's text does not depend on their number. Each row is a list, read with `value ->> index`. */
export const jsonRows = (dialect: Dialect, rows: readonly (readonly (string | number)[])[]): Sql =>
  dialect === 'sqlite'
    ? sql`json_each(${JSON.stringify(rows)})`
    : sql`jsonb_array_elements(cast(${JSON.stringify(rows)} as jsonb)) as listed (value)`;
