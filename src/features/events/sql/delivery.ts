import { amongNumbers, and, type Sql, sql } from '../../../storage/sql.js';
import { type Row, systemRead, tenantRead, tenantWrite } from '../../../storage/statement.js';
import { type Delivery, type DeliveryStatus, REPLAY_LANE, toDelivery } from '../webhooks/delivery.js';
import { jobOf, lockSubscription } from './subscription.js';

interface DeliveryPage {
  /** The subscription; null: all of the key's. */
  id: string | null;
  status: DeliveryStatus | null;
  before: { seq: number; subscription: string } | null;
  limit: number;
}
type Listed = Delivery & { subscription_id: string };
/** Newest events first. */
export const listDeliveries = tenantRead(
  'events.deliveries',
  async (tx, { id, status, before, limit }: DeliveryPage): Promise<Listed[]> => {
    const conditions: Sql[] = [sql`key_id = ${tx.keyId}`];
    if (id !== null) conditions.push(sql`subscription_id = ${id}`);
    if (status !== null) conditions.push(sql`status = ${status}`);
    if (before) conditions.push(sql`(seq, subscription_id) < (${before.seq}, ${before.subscription})`);
    const rows = await tx.all<Row & { subscription_id: string }>(sql`select * from deliveries where ${and(conditions)}
      order by seq desc, subscription_id desc limit ${limit}`);
    return rows.map((row) => ({ ...toDelivery(row), subscription_id: row.subscription_id }));
  },
);

/** Revives dead deliveries, each in a lane of its own. Pending ones are retried at once if they are named. Returns how many changed. */
export const replayDeliveries = tenantWrite(
  'events.replay',
  async (tx, input: { id: string; seqs: readonly number[] | null; now: number }): Promise<number> => {
    await lockSubscription(tx, input.id);
    const conditions: Sql[] = [sql`key_id = ${tx.keyId}`, sql`subscription_id = ${input.id}`];
    if (input.seqs) conditions.push(amongNumbers(tx.dialect, 'seq', input.seqs));
    const hastened = input.seqs
      ? await tx.run(sql`update deliveries set next_at = null where ${and(conditions)} and status = 'pending'
        and next_at > ${input.now}`)
      : 0;
    const revived =
      await tx.run(sql`update deliveries set status = 'pending', attempts = 0, first_at = null, next_at = null,
      lane = ${REPLAY_LANE} || cast(seq as text) where ${and(conditions)} and status = 'dead'`);
    const changed = hastened + revived;
    if (changed > 0) {
      await tx.run(sql`update jobs set run_at = ${input.now} where key_id = ${tx.keyId} and id = ${jobOf(input.id)}
        and exists (select 1 from subscriptions s where s.key_id = ${tx.keyId} and s.id = ${input.id} and s.state = 'active')`);
    }
    return changed;
  },
);

/** The number of deliveries of all keys, by status. */
export const countDeliveries = systemRead(
  'events.count',
  async (tx, _input: null): Promise<{ status: DeliveryStatus; count: number }[]> => {
    const rows = await tx.all<{ status: DeliveryStatus; count: number }>(
      sql`select status, count(*) as count from deliveries group by status`,
    );
    return rows.map(({ status, count }) => ({ status, count: Number(count) }));
  },
);
