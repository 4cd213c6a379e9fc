import type { AnyOperation } from '../request.js';
import { predict } from './predict.js';

export const predictOperations: readonly AnyOperation[] = [predict];
