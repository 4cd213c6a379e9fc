import { quotaUsed } from './quota.js';
import { changeKey, findKey, insertKey, listKeys, livingKeys, revokeKey, rotateKey } from './store.js';

export const keyStatements = [insertKey, findKey, listKeys, livingKeys, changeKey, revokeKey, rotateKey, quotaUsed];
