import { MIGRATIONS, SCHEMA_VERSION, tooNew } from '../migrations/index.js';
import { COLUMN_TYPES } from '../migrations/types.js';
import type { SqliteConnection } from './connection.js';

/** Migrates the file to this release's schema, each step all or nothing; `user_version` counts the steps. */
export function migrateSqlite(connection: SqliteConnection): void {
  const found = Number((connection.prepare('pragma user_version').get() as { user_version: number }).user_version);
  if (found > SCHEMA_VERSION) throw new Error(tooNew(found));
  for (const migration of MIGRATIONS.slice(found)) {
    connection.exec('begin immediate');
    try {
      for (const text of migration.statements(COLUMN_TYPES.sqlite, 'sqlite')) connection.exec(text);
      migration.adopt?.sqlite(connection);
      connection.exec(`pragma user_version = ${migration.number}; commit`);
    } catch (error) {
      connection.exec('rollback');
      throw error;
    }
  }
}
