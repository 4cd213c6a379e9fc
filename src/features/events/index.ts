import type { AnyOperation } from '../request.js';

export const eventOperations: readonly AnyOperation[] = [];
