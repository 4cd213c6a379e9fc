import type { AnyOperation } from '../request.js';

export const insightOperations: readonly AnyOperation[] = [];
