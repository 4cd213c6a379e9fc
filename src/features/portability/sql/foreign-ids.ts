import { among, and, raw, sql } from '../../../storage/sql.js';
import { tenantRead } from '../../../storage/statement.js';
import { type HeldScope, heldIn } from '../../holdings.js';

/** What an import writes under ids of its own; a procedure has the id of its memory. */
const TABLES = ['memories', 'episodes', 'emotional_records'];

/** Those of the ids that belong to another user or agent of the key. */
export const foreignIds = tenantRead(
  'portability.foreignIds',
  async (tx, { ids, scope }: { ids: readonly string[]; scope: HeldScope }): Promise<string[]> => {
    const foreign: string[] = [];
    for (const table of TABLES) {
      const mine = heldIn(tx, scope);
      const found = await tx.all<{ id: string }>(
        sql`select id from ${raw(table)} where ${and([sql`key_id = ${tx.keyId}`, among(tx.dialect, 'id', ids)])} and not (${mine})`,
      );
      foreign.push(...found.map(({ id }) => id));
    }
    return foreign;
  },
);
