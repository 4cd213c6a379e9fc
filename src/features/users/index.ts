import type { AnyOperation } from '../request.js';
import { erase } from './erase.js';
import { exportUser } from './export.js';
import { oneReceipt, receipts } from './receipts.js';

export const userOperations: readonly AnyOperation[] = [exportUser, erase, receipts, oneReceipt];
