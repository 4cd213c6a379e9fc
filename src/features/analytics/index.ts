import type { AnyOperation } from '../request.js';

export const analyticsOperations: readonly AnyOperation[] = [];
