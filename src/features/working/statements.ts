import type { AnyStatement } from '../../storage/statement.js';

export const workingStatements: readonly AnyStatement[] = [];
