import type { AnyStatement } from '../../storage/statement.js';

export const predictStatements: readonly AnyStatement[] = [];
