import { apply } from './apply.js';
import { get } from './get.js';
import { list } from './list.js';

export const templateOperations = [list, get, apply];
