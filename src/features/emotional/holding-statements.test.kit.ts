import { ping } from '../../storage/sqlite/engine.js';
import { tenantRead, tenantWrite } from '../../storage/statement.js';
import type { HeldRecord, HeldScope } from '../holdings.js';
import { emotionalHolding } from './holding.js';
import { addEmotional } from './sql/statements.js';

export const NOW = Date.UTC(2026, 10, 15);

export const erase = tenantWrite('test.erase', (tx, scope: HeldScope) => emotionalHolding.erase(tx, scope));
export const page = tenantRead('test.page', (tx, asked: { scope: HeldScope; after: string; limit: number }) =>
  emotionalHolding.page(tx, asked.scope, asked.after, asked.limit),
);
export const restore = tenantWrite(
  'test.restore',
  async (tx, records: HeldRecord[]) => emotionalHolding.restore?.(tx, records, NOW) ?? 0,
);
export const add = addEmotional;

export const statements = [ping, erase, page, restore, add];
