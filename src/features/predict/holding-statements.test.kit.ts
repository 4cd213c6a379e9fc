import { ping } from '../../storage/sqlite/engine.js';
import { tenantWrite } from '../../storage/statement.js';
import type { HeldScope } from '../holdings.js';
import { countRetrievals } from '../memories/sql/retrieval.js';
import { storeMemories } from '../memories/sql/store.js';
import { retrievalsHolding } from './holding.js';

/** What forgetting and exporting do with every holding. */
export const erase = tenantWrite('test.erase', (tx, scope: HeldScope) => retrievalsHolding.erase(tx, scope));
export const page = tenantWrite('test.page', (tx, input: { scope: HeldScope; after: string; limit: number }) =>
  retrievalsHolding.page(tx, input.scope, input.after, input.limit),
);

export const statements = [ping, erase, page, countRetrievals, storeMemories];
