import { quotaUsed } from './quota.js';
import { changeKey, findKey, insertKey, listKeys, revokeKey, rotateKey } from './store.js';

export const keyStatements = [insertKey, findKey, listKeys, changeKey, revokeKey, rotateKey, quotaUsed];
