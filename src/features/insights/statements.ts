import type { AnyStatement } from '../../storage/statement.js';

export const insightStatements: readonly AnyStatement[] = [];
