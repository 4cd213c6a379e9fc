import { statements as all } from '../../statements.js';
import { tenantWrite } from '../../storage/statement.js';
import type { HeldRecord, HeldScope } from '../holdings.js';
import { proceduresHolding } from './holding.js';

export const page = tenantWrite('test.page', (tx, input: { scope: HeldScope; after: string; limit: number }) =>
  proceduresHolding.page(tx, input.scope, input.after, input.limit),
);
export const erase = tenantWrite('test.erase', (tx, scope: HeldScope) => proceduresHolding.erase(tx, scope));
export const restore = tenantWrite(
  'test.restore',
  async (tx, input: { records: HeldRecord[]; now: number }) =>
    (await proceduresHolding.restore?.(tx, input.records, input.now)) ?? 0,
);

export const statements = [...all, page, erase, restore];
