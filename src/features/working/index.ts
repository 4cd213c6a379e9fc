import type { AnyOperation } from '../request.js';
import { clear } from './clear.js';
import { get } from './get.js';
import { put } from './put.js';
import { sessions } from './sessions.js';

export const workingOperations: readonly AnyOperation[] = [put, get, sessions, clear];
