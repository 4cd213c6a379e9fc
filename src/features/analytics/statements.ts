import type { AnyStatement } from '../../storage/statement.js';
import { readAgents } from './agents-statement.js';
import { readDays } from './daily-statement.js';
import { readPatterns } from './patterns-statement.js';

export const analyticsStatements: readonly AnyStatement[] = [readDays, readAgents, readPatterns];
