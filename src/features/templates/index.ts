import type { AnyOperation } from '../request.js';

export const templateOperations: readonly AnyOperation[] = [];
