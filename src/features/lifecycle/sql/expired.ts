import { among, and, sql } from '../../../storage/sql.js';
import { systemRead, tenantWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';
import { removeTraces } from '../../memories/sql/traces.js';
import { expired, inScope, type Scope } from '../scope.js';

interface ExpiryRequest {
  scope: Scope;
  limit: number;
  now: number;
}
interface Removed {
  /** How many expired memories were found; fewer than `limit` means that there are no more. */
  found: number;
  /** Fewer than `found` if another worker was removing the same ones. */
  deleted: number;
}

/** Removes up to `limit` expired memories, like a forget: nothing attached to them stays. */
export const removeExpired = tenantWrite(
  'lifecycle.removeExpired',
  async (tx, input: ExpiryRequest): Promise<Removed> => {
    // In the order of ids, so that two workers removing the same memories lock the rows in the same order.
    const found = await tx.all<{ id: string }>(sql`with due as materialized (${expired(tx, input.now)})
    select m.id from due m where ${inScope(tx, input.scope)} order by m.id limit ${input.limit}`);
    const due = among(
      tx.dialect,
      'id',
      found.map((memory) => memory.id),
    );
    const gone = await tx.all<{ id: string; user_id: string; agent_id: string }>(
      sql`delete from memories where ${and([sql`key_id = ${tx.keyId} and expires_at <= ${input.now}`, due])}
      returning id, user_id, agent_id`,
    );
    if (gone.length) await removeTraces(tx, gone, input.now);
    await emit(
      tx,
      input.now,
      gone.map(({ id, ...owner }) => ({ kind: 'memory.expired', ...owner, subject: id })),
    );
    return { found: found.length, deleted: gone.length };
  },
);

/** Keys, but for `except`, of the `limit` memories that expired first. */
export const keysWithExpired = systemRead(
  'lifecycle.keysWithExpired',
  async (tx, input: { now: number; limit: number; except: readonly string[] }): Promise<string[]> => {
    const found = await tx.all<{ key_id: string }>(
      sql`select distinct key_id from (select key_id from memories where expires_at <= ${input.now}
        and not ${among(tx.dialect, 'key_id', input.except)} order by expires_at limit ${input.limit}) as due order by key_id`,
    );
    return found.map((row) => row.key_id);
  },
);
