import { and, raw, type Sql, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';

/** Which of the key's memories: all of them, a user's, an agent's, or both at once. */
export interface Scope {
  userId?: string;
  agentId?: string;
}

/** The condition on `memories m` (or another table that is called `m` and has the same columns). */
export function inScope(tx: TenantTx, scope: Scope): Sql {
  const conditions: Sql[] = [sql`m.key_id = ${tx.keyId}`];
  if (scope.userId !== undefined) conditions.push(sql`m.user_id = ${scope.userId}`);
  if (scope.agentId !== undefined) conditions.push(sql`m.agent_id = ${scope.agentId}`);
  return and(conditions);
}

/** What counts: neither expired nor replaced. */
export const inForce = (now: number): Sql =>
  sql`(m.expires_at is null or m.expires_at > ${now}) and m.superseded_by is null`;

/** What has expired. To be narrowed afterwards: the key's expired ones are few and an index knows them, a user's memories are many. */
export const expired = (tx: TenantTx, now: number): Sql =>
  sql`select m.key_id, m.id, m.user_id, m.agent_id from memories m where m.key_id = ${tx.keyId} and m.expires_at <= ${now}`;

/** When somebody last stood by the memory: the later of `created_at` and `verified_at`. */
export const CONFIRMED_AT = raw('(case when m.verified_at > m.created_at then m.verified_at else m.created_at end)');
