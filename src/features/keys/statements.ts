import { ownersOf } from './bound-statement.js';
import { grantStatements } from './grant-statements.js';
import { quotaUsed } from './quota.js';
import { sessionStatements } from './session-statements.js';
import { changeKey, findKey, insertKey, keyById, listKeys, livingKeys, revokeKey, rotateKey } from './store.js';

export const keyStatements = [
  ...[insertKey, findKey, keyById, listKeys, livingKeys, changeKey, revokeKey, rotateKey],
  ...[quotaUsed, ownersOf],
  ...grantStatements,
  ...sessionStatements,
];
