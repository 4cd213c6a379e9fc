import { randomText } from '../../kernel/ids.js';
import type { Database } from '../../storage/database.js';
import { writeSetting } from './settings.js';

/** What cursors are signed with: made once per database, so that a page begun on one node goes on on another. */
export const cursorSecret = (database: Database): Promise<string> =>
  database.system(writeSetting, { name: 'cursor_secret', value: randomText(43), onlyIfAbsent: true });
