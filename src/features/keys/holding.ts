import { sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import { type HeldRecord, type HeldScope, type Holding, heldIn } from '../holdings.js';

const mine = (tx: TenantTx, scope: HeldScope) => heldIn(tx, scope, 'parent_key_id');

/** Child keys bound to the user (or to one agent's part of it), or all of them, and pending grants for them. */
export const keysHolding: Holding = {
  name: 'keys',
  async erase(tx, scope) {
    await tx.run(sql`delete from oauth_grants where ${mine(tx, scope)}`);
    await tx.run(sql`delete from console_sessions where owner in (select id from api_keys where ${mine(tx, scope)})`);
    return tx.run(sql`delete from api_keys where ${mine(tx, scope)}`);
  },
  async page(tx, scope, after, limit) {
    if (scope.userId === undefined) return []; // they belong to the key, not to its memories
    return tx.all<HeldRecord>(sql`select id, name, user_id, agent_id, namespace, client, created_at, expires_at, revoked_at
      from api_keys where ${mine(tx, scope)} and id > ${after} order by id limit ${limit}`);
  },
};
