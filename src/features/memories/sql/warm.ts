import { sql } from '../../../storage/sql.js';
import { systemRead, tenantSearch } from '../../../storage/statement.js';
import type { ScopeToLoad } from '../../../storage/vectors.js';

/** The newest retrievals that are looked at. */
const RETRIEVALS = 2_000;

/** The users for whom memories were retrieved last, the latest first. */
export const lastRetrievedFor = systemRead(
  'memories.lastRetrievedFor',
  async (tx, { limit }: { limit: number }): Promise<{ keyId: string; userId: string }[]> => {
    const rows = await tx.all<{ key_id: string; user_id: string }>(sql`select key_id, user_id
      from (select key_id, user_id, at from retrievals order by at desc limit ${RETRIEVALS}) r
      group by key_id, user_id order by max(at) desc limit ${limit}`);
    return rows.map(({ key_id: keyId, user_id: userId }) => ({ keyId, userId }));
  },
);

/** Reads what a search of this scope needs into memory, as its first search would. */
export const loadScope = tenantSearch('memories.loadScope', async (tx, scope: ScopeToLoad): Promise<void> => {
  await tx.vectors.load(scope);
});
