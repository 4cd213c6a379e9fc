import type { AnyOperation } from '../request.js';

export const procedureOperations: readonly AnyOperation[] = [];
