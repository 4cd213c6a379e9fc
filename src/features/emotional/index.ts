import type { AnyOperation } from '../request.js';
import { list } from './list.js';
import { profile } from './profile.js';
import { recordSentiment } from './record-sentiment.js';

export const emotionalOperations: readonly AnyOperation[] = [recordSentiment, list, profile];
