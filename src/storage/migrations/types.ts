import type { ClientBase } from 'pg';
import type { Dialect } from '../sql.js';
import type { SqliteConnection } from '../sqlite/connection.js';

/** One numbered step of the schema. Applied once, in order, in one transaction; never edited after a release. */
export interface Migration {
  number: number;
  name: string;
  statements(types: ColumnTypes, dialect: Dialect): string[];
  /** What SQL cannot do; runs after the statements, in the same transaction. */
  adopt?: { sqlite(connection: SqliteConnection): void; postgres(client: ClientBase): Promise<void> };
}

interface ColumnTypes {
  text: string;
  int: string;
  real: string;
  json: string;
  vector: string;
  /** A number that the database increments. On SQLite it is the primary key; on PostgreSQL the primary key also includes the key's column. */
  serial: string;
}

export const COLUMN_TYPES: Record<Dialect, ColumnTypes> = {
  sqlite: {
    text: 'text',
    int: 'integer',
    real: 'real',
    json: 'text',
    vector: 'blob',
    serial: 'integer primary key autoincrement',
  },
  postgres: {
    // Byte order, as in SQLite: the same page order and cursors on both engines.
    text: 'text collate "C"',
    int: 'bigint',
    real: 'double precision',
    json: 'jsonb',
    vector: 'vector',
    serial: 'bigserial',
  },
};
