import { and, byIdOnly, raw, type Sql, sql } from '../storage/sql.js';
import type { TenantTx } from '../storage/statement.js';

/** Part of a key's data: everything, one user's, or what one agent knows about a user. A user that nobody named is ''. */
export interface HeldScope {
  userId?: string;
  agentId?: string;
}

/** The condition for the rows of a scope, in a table with the columns `user_id` and `agent_id`. `key`: the column that holds the key. */
export function heldIn(tx: TenantTx, { userId, agentId }: HeldScope, key = 'key_id'): Sql {
  const conditions: Sql[] = [sql`${raw(key)} = ${tx.keyId}`];
  if (userId !== undefined) conditions.push(sql`user_id = ${userId}`);
  if (agentId !== undefined) conditions.push(sql`agent_id = ${agentId}`);
  return and(conditions);
}

/** `eraseSome` for a table whose records are ordered by `id`. */
export async function eraseFirst(tx: TenantTx, table: string, id: string, scope: HeldScope, limit: number) {
  const [last, more] = await tx.all<{ id: string | number }>(sql`select ${raw(id)} as id from ${raw(table)}
    where ${heldIn(tx, scope)} order by ${byIdOnly(tx.dialect, id)} limit 2 offset ${limit - 1}`);
  if (!last || !more) return 0;
  return tx.run(
    sql`delete from ${raw(table)} where ${heldIn(tx, scope)} and ${byIdOnly(tx.dialect, id)} <= ${last.id}`,
  );
}

/** An exported record: plain JSON that `restore` accepts unchanged. It has no field `type`, which holds the kind in a line of an export. */
export type HeldRecord = Record<string, unknown> & { id: string };

/**
 * What a feature stores besides memories. Forgetting, erasing, exporting and importing all use the same list, so none of them can miss a kind. Runs
 * inside statements: pure functions and `tx` only.
 */
export interface Holding {
  /** Its name in exports and in the counts of a receipt: `episodes`. */
  readonly name: string;
  /** Erases what it holds of the scope; returns the number of rows. */
  erase(tx: TenantTx, scope: HeldScope): Promise<number>;
  /**
   * Erases its first `limit` records of the scope, in id order, if there are more than that; otherwise nothing, and returns 0. Only for kinds whose
   * number nothing else limits: on SQLite, other writers wait while all of them are erased at once.
   */
  eraseSome?(tx: TenantTx, scope: HeldScope, limit: number): Promise<number>;
  /** Its records with an id above `after`, in id order; fewer than `limit` means the end. */
  page(tx: TenantTx, scope: HeldScope, after: string, limit: number): Promise<HeldRecord[]>;
  /** Writes exported records, skipping those that exist already; returns how many it added. Absent: not part of an import. */
  restore?(tx: TenantTx, records: readonly HeldRecord[], now: number): Promise<number>;
}
