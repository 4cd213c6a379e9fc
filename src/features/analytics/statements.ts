import type { AnyStatement } from '../../storage/statement.js';

export const analyticsStatements: readonly AnyStatement[] = [];
