import type { AnyOperation } from '../request.js';
import { usage } from './usage.js';

export { usageStatements } from './statements.js';
export const usageOperations: AnyOperation[] = [usage];
