import { context } from './context.js';

export const contextOperations = [context];
