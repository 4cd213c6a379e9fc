import { and, raw, type Sql, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';

/** Which of the key's memories: all of them, a user's, an agent's, or those of a user and an agent. */
export interface Scope {
  userId?: string;
  agentId?: string;
}

/** The condition on `memories m` (or another table aliased `m` with the same columns). */
export function inScope(tx: TenantTx, scope: Scope): Sql {
  const conditions: Sql[] = [sql`m.key_id = ${tx.keyId}`];
  if (scope.userId !== undefined) conditions.push(sql`m.user_id = ${scope.userId}`);
  if (scope.agentId !== undefined) conditions.push(sql`m.agent_id = ${scope.agentId}`);
  return and(conditions);
}

/** In force: neither expired nor superseded. */
export const inForce = (now: number): Sql =>
  sql`(m.expires_at is null or m.expires_at > ${now}) and m.superseded_by is null`;

/** Expired memories, to be narrowed afterwards: a key's expired ones are few and indexed, while a user's memories are many. */
export const expired = (tx: TenantTx, now: number): Sql =>
  sql`select m.key_id, m.id, m.user_id, m.agent_id from memories m where m.key_id = ${tx.keyId} and m.expires_at <= ${now}`;

/** When the memory was last confirmed: the later of `created_at` and `verified_at`. */
export const CONFIRMED_AT = raw('(case when m.verified_at > m.created_at then m.verified_at else m.created_at end)');
