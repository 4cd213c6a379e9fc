import { keysWithExpired, removeExpired } from './expired-statements.js';
import { giveFeedback, verifyMemory } from './judge-statements.js';
import { staleMemories } from './stale-statement.js';
import { readStats } from './stats-statement.js';

export const lifecycleStatements = [
  giveFeedback,
  verifyMemory,
  staleMemories,
  readStats,
  removeExpired,
  keysWithExpired,
];
