import type { AnyOperation } from '../request.js';
import { erase } from './erase.js';
import { exportUser } from './export.js';
import { list } from './list.js';
import { oneReceipt, receipts } from './receipts.js';

export const userOperations: readonly AnyOperation[] = [list, exportUser, erase, receipts, oneReceipt];
