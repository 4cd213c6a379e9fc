import type { AnyStatement } from '../../storage/statement.js';

export const procedureStatements: readonly AnyStatement[] = [];
