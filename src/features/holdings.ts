import type { TenantTx } from '../storage/statement.js';

/** Part of a key's data: everything, one user's, or what one agent knows of a user. A user that nobody named is ''. */
export interface HeldScope {
  userId?: string;
  agentId?: string;
}

/** A record as it is exported: plain JSON that `restore` takes back as it is. It has no field `type`: a line of an export says its kind there. */
export type HeldRecord = Record<string, unknown> & { id: string };

/**
 * What a feature keeps beside memories. Forgetting, erasing, exporting and importing walk the list of them, so none of them can
 * forget a kind. Runs inside statements: pure functions and `tx` only.
 */
export interface Holding {
  /** What an export calls it and a receipt counts it as: `episodes`. */
  readonly name: string;
  /** Removes what it holds of the scope; answers how many rows. */
  erase(tx: TenantTx, scope: HeldScope): Promise<number>;
  /** Its records with an id above `after`, in the order of ids; fewer than `limit` means the end. */
  page(tx: TenantTx, scope: HeldScope, after: string, limit: number): Promise<HeldRecord[]>;
  /** Writes exported records, leaving alone what is there already; answers how many it added. Absent: not part of an import. */
  restore?(tx: TenantTx, records: readonly HeldRecord[], now: number): Promise<number>;
}
