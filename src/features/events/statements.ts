import type { AnyStatement } from '../../storage/statement.js';

export const eventStatements: readonly AnyStatement[] = [];
