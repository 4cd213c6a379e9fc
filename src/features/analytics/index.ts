import type { AnyOperation } from '../request.js';
import { agents } from './agents.js';
import { daily } from './daily.js';
import { patterns } from './patterns.js';

export const analyticsOperations: readonly AnyOperation[] = [daily, agents, patterns];
