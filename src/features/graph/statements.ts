import type { AnyStatement } from '../../storage/statement.js';

export const graphStatements: readonly AnyStatement[] = [];
