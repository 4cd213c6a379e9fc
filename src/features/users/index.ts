import type { AnyOperation } from '../request.js';

export const userOperations: readonly AnyOperation[] = [];
