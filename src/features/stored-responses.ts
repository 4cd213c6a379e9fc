import { among, sql } from '../storage/sql.js';
import type { TenantTx } from '../storage/statement.js';

/**
 * Stored responses to repeatable requests may quote a user's memories. Those about the user are deleted. Of those whose request named nobody, such as
 * the end of an episode, only the fact that they were done is kept, not the response. Returns the number of rows.
 */
export async function eraseResponses(tx: TenantTx, userId: string): Promise<number> {
  const ofUser = sql`key_id = ${tx.keyId} and user_id = ${userId}`;
  await tx.run(sql`delete from idempotency_quotes
    where key_id = ${tx.keyId} and token in (select token from idempotency where ${ofUser})`);
  const named = await tx.run(sql`delete from idempotency where ${ofUser}`);
  const unnamed = await tx.run(sql`update idempotency set answer = null
    where key_id = ${tx.keyId} and user_id is null and answer is not null`);
  return named + unnamed;
}

/** The same for a part of what is stored about the user: of all responses that may be about it, only the fact that they were done is kept. */
export const emptyResponses = (tx: TenantTx, userId: string) =>
  tx.run(sql`update idempotency set answer = null
    where key_id = ${tx.keyId} and (user_id = ${userId} or user_id is null) and answer is not null`);

/** The same for single records: of the responses that quote one of them. The statements can be sent at once. */
export const forgetResponses = (tx: TenantTx, ids: readonly string[]) => {
  const quoting = sql`key_id = ${tx.keyId} and ${among(tx.dialect, 'subject', ids)}`;
  return [
    tx.run(sql`update idempotency set answer = null where key_id = ${tx.keyId} and answer is not null
      and token in (select token from idempotency_quotes where ${quoting})`),
    tx.run(sql`delete from idempotency_quotes where ${quoting}`),
  ];
};

/** What receivers of webhooks responded to events about these records of the user: it may repeat the text that they were sent. */
export const forgetAnswers = (tx: TenantTx, userId: string, ids: readonly string[]) =>
  tx.run(sql`update deliveries set answer = null
    where key_id = ${tx.keyId} and user_id = ${userId} and ${among(tx.dialect, 'subject', ids)} and answer is not null`);
