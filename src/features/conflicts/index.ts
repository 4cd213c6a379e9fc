import { list, pairs } from './list.js';
import { resolve } from './resolve.js';

export const conflictOperations = [list, pairs, resolve];
