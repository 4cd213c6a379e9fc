import type { AnyOperation } from '../request.js';

export const transferOperations: readonly AnyOperation[] = [];
