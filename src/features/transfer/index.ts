import { transfer } from './transfer.js';

export const transferOperations = [transfer];
