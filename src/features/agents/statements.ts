import type { AnyStatement } from '../../storage/statement.js';

export const agentStatements: readonly AnyStatement[] = [];
