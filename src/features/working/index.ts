import type { AnyOperation } from '../request.js';
import { clear } from './clear.js';
import { get } from './get.js';
import { put } from './put.js';

export const workingOperations: readonly AnyOperation[] = [put, get, clear];
