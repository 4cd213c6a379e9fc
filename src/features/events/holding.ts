import { forUpdate, sql } from '../../storage/sql.js';
import { type Holding, heldIn } from '../holdings.js';
import { removeSubscriptions } from './sql/subscription.js';
import { toSubscription } from './webhooks/subscription.js';

/** Subscriptions about one user (or one agent's part of it), and their pending deliveries. */
export const subscriptionsHolding: Holding = {
  name: 'subscriptions',
  async erase(tx, scope) {
    // Whoever writes deliveries holds their subscription, which may be one for other users too: this waits for it.
    await tx.all(sql`select id from subscriptions where key_id = ${tx.keyId} order by id${forUpdate(tx.dialect)}`);
    const found = await tx.all<{ id: string }>(sql`select id from subscriptions where ${heldIn(tx, scope)}`);
    const removed = found.length
      ? await removeSubscriptions(
          tx,
          found.map((row) => row.id),
        )
      : 0;
    return removed + (await tx.run(sql`delete from deliveries where ${heldIn(tx, scope)}`));
  },
  // Without the secrets: whoever restores a subscription elsewhere creates a new one.
  async page(tx, scope, after, limit) {
    if (scope.userId === undefined) return []; // they belong to the key, not to its memories
    const rows = await tx.all(
      sql`select * from subscriptions where ${heldIn(tx, scope)} and id > ${after} order by id limit ${limit}`,
    );
    return rows
      .map(toSubscription)
      .map(({ id, url, events, user_id, agent_id, include_content, description, created_at }) => ({
        ...{ id, url, events, user_id, agent_id, include_content, description, created_at },
      }));
  },
};
