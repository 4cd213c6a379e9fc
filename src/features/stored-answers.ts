import { sql } from '../storage/sql.js';
import type { TenantTx } from '../storage/statement.js';

/**
 * Stored answers to repeatable requests may quote what a user's memories said. Those about the user go; of those whose request named
 * nobody, such as the end of an episode, it is kept that they were done, not what was answered. Answers how many rows.
 */
export async function eraseAnswers(tx: TenantTx, userId: string): Promise<number> {
  const named = await tx.run(sql`delete from idempotency where key_id = ${tx.keyId} and user_id = ${userId}`);
  const unnamed = await tx.run(sql`update idempotency set answer = null
    where key_id = ${tx.keyId} and user_id is null and answer is not null`);
  return named + unnamed;
}
