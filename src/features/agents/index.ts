import type { AnyOperation } from '../request.js';

export const agentOperations: readonly AnyOperation[] = [];
