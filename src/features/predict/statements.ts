import type { AnyStatement } from '../../storage/statement.js';
import { readHistory, readPredicted } from './read-statements.js';
import { removeOldRetrievals, trimUser, usersOverLimit } from './sweep-statements.js';

export const predictStatements: readonly AnyStatement[] = [
  readHistory,
  readPredicted,
  usersOverLimit,
  trimUser,
  removeOldRetrievals,
];
