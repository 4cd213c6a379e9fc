import type { AnyStatement } from '../../storage/statement.js';

export const episodeStatements: readonly AnyStatement[] = [];
