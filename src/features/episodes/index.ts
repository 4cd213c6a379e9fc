import type { AnyOperation } from '../request.js';
import { end } from './end.js';
import { event } from './event.js';
import { list } from './list.js';
import { start } from './start.js';

export const episodeOperations: readonly AnyOperation[] = [start, event, end, list];
