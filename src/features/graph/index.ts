import type { AnyOperation } from '../request.js';

export const graphOperations: readonly AnyOperation[] = [];
