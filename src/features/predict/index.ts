import type { AnyOperation } from '../request.js';

export const predictOperations: readonly AnyOperation[] = [];
