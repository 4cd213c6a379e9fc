import type { AnyStatement } from '../../storage/statement.js';
import { putItem } from './put-statement.js';
import { clearItems, getItems, listSessions } from './read-statements.js';
import { keysWithExpiredItems, sweepItems } from './sweep-statements.js';

export const workingStatements: readonly AnyStatement[] = [
  putItem,
  getItems,
  listSessions,
  clearItems,
  keysWithExpiredItems,
  sweepItems,
];
