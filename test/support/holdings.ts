import { HOLDINGS } from '../../src/features/all-holdings.js';
import type { HeldRecord, HeldScope, Holding } from '../../src/features/holdings.js';
import { statements } from '../../src/statements.js';
import { tenantRead, tenantWrite } from '../../src/storage/statement.js';
import { threadServing } from './thread.js';

const made = (holding: Holding) => ({
  erase: tenantWrite(`test.${holding.name}.erase`, (tx, scope: HeldScope) => holding.erase(tx, scope)),
  page: tenantRead(`test.${holding.name}.page`, (tx, asked: { scope: HeldScope; after: string; limit: number }) =>
    holding.page(tx, asked.scope, asked.after, asked.limit),
  ),
  restore: tenantWrite(
    `test.${holding.name}.restore`,
    async (tx, { records, now }: { records: readonly HeldRecord[]; now: number }): Promise<number> =>
      (await holding.restore?.(tx, records, now)) ?? 0,
  ),
});
const all = new Map(HOLDINGS.map((holding) => [holding, made(holding)]));

/** Forgetting, exporting and importing a holding, each as a statement. */
export const statementsOf = (holding: Holding) => all.get(holding) as ReturnType<typeof made>;

/** A database thread that knows these statements of every holding, in addition to the service's. */
export const HOLDINGS_THREAD = threadServing(
  [...statements, ...[...all.values()].flatMap((one) => Object.values(one))],
  import.meta.url,
);
