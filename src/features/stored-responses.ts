import { sql } from '../storage/sql.js';
import type { TenantTx } from '../storage/statement.js';

/**
 * Stored responses to repeatable requests may quote a user's memories. Those about the user are deleted. Of those whose request named nobody, such as
 * the end of an episode, only the fact that they were done is kept, not the response. Returns the number of rows.
 */
export async function eraseResponses(tx: TenantTx, userId: string): Promise<number> {
  const named = await tx.run(sql`delete from idempotency where key_id = ${tx.keyId} and user_id = ${userId}`);
  const unnamed = await tx.run(sql`update idempotency set answer = null
    where key_id = ${tx.keyId} and user_id is null and answer is not null`);
  return named + unnamed;
}
