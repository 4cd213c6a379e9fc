import type { AnyStatement } from '../../storage/statement.js';

export const templateStatements: readonly AnyStatement[] = [];
