import type { AnyOperation } from '../request.js';
import { get } from './get.js';
import { list } from './list.js';
import { match } from './match.js';
import { outcome } from './outcome.js';
import { store } from './store.js';

export const procedureOperations: readonly AnyOperation[] = [store, match, outcome, list, get];
