import type { AnyStatement } from '../../storage/statement.js';

export const emotionalStatements: readonly AnyStatement[] = [];
