import type { AnyOperation } from '../request.js';

export const workingOperations: readonly AnyOperation[] = [];
