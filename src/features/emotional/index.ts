import type { AnyOperation } from '../request.js';

export const emotionalOperations: readonly AnyOperation[] = [];
