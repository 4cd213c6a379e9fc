import type { AnyStatement } from '../../storage/statement.js';
import { eraseUser } from './erase-statement.js';
import { eraseHeldOf, eraseStep, isLargeUser } from './erase-steps.js';
import { listUsers } from './list-statement.js';
import { userPage } from './page-statement.js';
import { getReceipt, listReceipts } from './receipt-statements.js';
import { announcedUser, scrubbed, unsettledErasures, withdraw } from './settle.js';

export const userStatements: readonly AnyStatement[] = [
  listUsers,
  userPage,
  isLargeUser,
  eraseHeldOf,
  eraseStep,
  eraseUser,
  listReceipts,
  getReceipt,
  unsettledErasures,
  announcedUser,
  scrubbed,
  withdraw,
];
