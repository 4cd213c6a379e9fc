import type { AnyStatement } from '../../storage/statement.js';
import { removeOldRetrievals, trimUser, usersOverLimit } from './sweep-statements.js';

export const predictStatements: readonly AnyStatement[] = [usersOverLimit, trimUser, removeOldRetrievals];
