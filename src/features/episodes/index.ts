import type { AnyOperation } from '../request.js';

export const episodeOperations: readonly AnyOperation[] = [];
