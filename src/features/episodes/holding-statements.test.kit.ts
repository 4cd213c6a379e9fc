import { ping } from '../../storage/sqlite/engine.js';
import { tenantRead, tenantWrite } from '../../storage/statement.js';
import type { HeldRecord, HeldScope } from '../holdings.js';
import { episodesHolding } from './holding.js';
import { appendEvent } from './sql/append.js';
import { startEpisode } from './sql/start.js';

export const erase = tenantWrite('test.erase', (tx, scope: HeldScope) => episodesHolding.erase(tx, scope));
export const page = tenantRead('test.page', (tx, input: { scope: HeldScope; after: string; limit: number }) =>
  episodesHolding.page(tx, input.scope, input.after, input.limit),
);
export const restore = tenantWrite(
  'test.restore',
  async (tx, input: { records: HeldRecord[]; now: number }): Promise<number> =>
    (await episodesHolding.restore?.(tx, input.records, input.now)) ?? 0,
);

export const statements = [ping, startEpisode, appendEvent, erase, page, restore];
