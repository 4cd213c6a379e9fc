import { randomText } from '../../kernel/ids.js';
import type { Database } from '../../storage/database.js';
import { writeSetting } from './sql/settings.js';

/** Created once per database, so that all nodes have the same. */
const kept = (database: Database, name: string): Promise<string> =>
  database.system(writeSetting, { name, value: randomText(43), onlyIfAbsent: true });

/** The secret that signs cursors: a listing begun on one node continues on another. */
export const cursorSecret = (database: Database) => kept(database, 'cursor_secret');

/** The secret that the pseudonyms of the audit log are made with. */
export const auditSecretOf = (database: Database) => kept(database, 'audit_secret');
