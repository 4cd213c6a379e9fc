import type { AnyStatement } from '../../storage/statement.js';
import { deliveryStatements } from './delivery-statements.js';
import { journalStatements } from './journal-statements.js';
import { roundStatements } from './round-statements.js';
import { sealingStatements } from './sealing-statements.js';
import { subscriptionStatements } from './subscription-statements.js';

export const eventStatements: readonly AnyStatement[] = [
  ...journalStatements,
  ...subscriptionStatements,
  ...roundStatements,
  ...deliveryStatements,
  ...sealingStatements,
];
