import type { AnyStatement } from '../../storage/statement.js';

export const userStatements: readonly AnyStatement[] = [];
