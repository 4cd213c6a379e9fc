import type { AnyOperation } from '../request.js';
import { health } from './health.js';
import { insights } from './insights.js';

export const insightOperations: readonly AnyOperation[] = [health, insights];
