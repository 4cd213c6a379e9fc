import type { AnyStatement } from '../../storage/statement.js';

export const transferStatements: readonly AnyStatement[] = [];
