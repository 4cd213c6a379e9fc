import { type Dialect, type Sql, sql } from './sql.js';

/** A JSON column that holds an object or a list: PostgreSQL hands it out parsed, SQLite as text. */
export const fromJson = <T>(value: unknown): T => (typeof value === 'string' ? JSON.parse(value) : value) as T;

/**
 * Many rows as one parameter, so the statement's text is the same whatever their number. Each is a list, read with
 * `value ->> index`.
 */
export const jsonRows = (dialect: Dialect, rows: readonly (readonly (string | number)[])[]): Sql =>
  dialect === 'sqlite'
    ? sql`json_each(${JSON.stringify(rows)})`
    : sql`jsonb_array_elements(cast(${JSON.stringify(rows)} as jsonb)) as listed (value)`;
