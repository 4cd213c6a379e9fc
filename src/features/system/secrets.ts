import { randomText } from '../../kernel/ids.js';
import type { Database } from '../../storage/database.js';
import { writeSetting } from './settings.js';

/** Made once per database, so that all nodes have the same. */
const kept = (database: Database, name: string): Promise<string> =>
  database.system(writeSetting, { name, value: randomText(43), onlyIfAbsent: true });

/** What cursors are signed with: a page begun on one node goes on on another. */
export const cursorSecret = (database: Database) => kept(database, 'cursor_secret');

/** What the pseudonyms of the audit log are made with. */
export const auditSecretOf = (database: Database) => kept(database, 'audit_secret');
