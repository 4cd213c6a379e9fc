import { conflict } from '../../../kernel/errors.js';
import { among, and, forUpdate, type Sql, sql } from '../../../storage/sql.js';
import { type Row, systemRead, type TenantTx, tenantRead, tenantWrite } from '../../../storage/statement.js';
import { type Counts, type Subscription, toSubscription } from '../webhooks/subscription.js';

/** Per key; each is checked after every change of the key's data. */
export const MAX_SUBSCRIPTIONS = 100;
/** The time of a job that is not scheduled. */
export const NEVER = 8_640_000_000_000_000;
export const jobOf = (subscription: string) => `deliver:${subscription}`;

/** Whether events are sent to the webhook `s` of the key `k`. */
export const isDelivered = (now: number): Sql =>
  sql`s.state = 'active' and s.url is not null and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})`;

type NewSubscription = Pick<
  Subscription,
  'id' | 'url' | 'events' | 'user_id' | 'agent_id' | 'include_content' | 'description' | 'secret' | 'position'
>;

export const insertSubscription = tenantWrite(
  'events.subscribe',
  async (tx, { now, ...given }: NewSubscription & { now: number }): Promise<Subscription> => {
    const held = await tx.get<{ count: number }>(
      sql`select count(*) as count from subscriptions where key_id = ${tx.keyId}`,
    );
    if (Number(held?.count ?? 0) >= MAX_SUBSCRIPTIONS)
      throw conflict(`A key has at most ${MAX_SUBSCRIPTIONS} subscriptions: remove one that is no longer used.`);
    const row = await tx.get(sql`insert into subscriptions
      (key_id, id, url, events, user_id, agent_id, include_content, description, state, secret, position, created_at, updated_at) values
      (${tx.keyId}, ${given.id}, ${given.url}, ${JSON.stringify(given.events)}, ${given.user_id}, ${given.agent_id},
        ${given.include_content ? 1 : 0}, ${given.description}, 'active', ${given.secret}, ${given.position}, ${now}, ${now})
      on conflict (key_id, id) do update set updated_at = subscriptions.updated_at returning *`);
    if (given.url !== null) {
      await tx.run(sql`insert into jobs (id, kind, key_id, payload, run_at, created_at)
        values (${jobOf(given.id)}, 'deliver', ${tx.keyId}, '{}', ${NEVER}, ${now}) on conflict do nothing`);
    }
    return toSubscription(row ?? {});
  },
);

const COUNTS = sql`(select count(*) from deliveries d where d.key_id = s.key_id and d.subscription_id = s.id and d.status = 'pending') as pending,
  (select count(*) from deliveries d where d.key_id = s.key_id and d.subscription_id = s.id and d.status = 'dead') as dead`;

export type Counted = Subscription & Counts;
const toCounted = (row: Row): Counted => ({
  ...toSubscription(row),
  pending: Number(row.pending),
  dead: Number(row.dead),
});

export async function subscriptionOf(tx: TenantTx, id: string): Promise<Counted | null> {
  const row = await tx.get(
    sql`select s.*, ${COUNTS} from subscriptions s where s.key_id = ${tx.keyId} and s.id = ${id}`,
  );
  return row ? toCounted(row) : null;
}

/**
 * Locks it for a writer that writes back what it read. Whoever also changes its job or its deliveries does so after that: two
 * that lock in different order would wait for each other.
 */
export async function lockSubscription(tx: TenantTx, id: string): Promise<Subscription | null> {
  const row = await tx.get(
    sql`select * from subscriptions where key_id = ${tx.keyId} and id = ${id}${forUpdate(tx.dialect)}`,
  );
  return row ? toSubscription(row) : null;
}

export const findSubscription = tenantRead('events.subscription', async (tx, input: { id: string }) =>
  subscriptionOf(tx, input.id),
);

interface SubscriptionPage {
  after: { createdAt: number; id: string } | null;
  limit: number;
}
/** Newest first. */
export const listSubscriptions = tenantRead(
  'events.subscriptions',
  async (tx, { after, limit }: SubscriptionPage): Promise<Counted[]> => {
    const conditions: Sql[] = [sql`s.key_id = ${tx.keyId}`];
    if (after) conditions.push(sql`(s.created_at, s.id) < (${after.createdAt}, ${after.id})`);
    const rows = await tx.all(
      sql`select s.*, ${COUNTS} from subscriptions s where ${and(conditions)} order by s.created_at desc, s.id desc limit ${limit}`,
    );
    return rows.map(toCounted);
  },
);

interface SubscriptionChange {
  id: string;
  now: number;
  url?: string | undefined;
  events?: string[] | undefined;
  user_id?: string | null | undefined;
  agent_id?: string | null | undefined;
  include_content?: boolean | undefined;
  description?: string | null | undefined;
  state?: 'active' | 'paused' | undefined;
}

/** A new address or a resumption starts afresh: the old receiver's failures do not count. Null: there is no such subscription. */
export const changeSubscription = tenantWrite(
  'events.change',
  async (tx, input: SubscriptionChange): Promise<Counted | null> => {
    const before = await lockSubscription(tx, input.id);
    if (!before) return null;
    if (input.url !== undefined && before.url === null)
      throw conflict('This subscription is a stream: make a new one for a webhook.');
    const state = input.state ?? before.state;
    const fresh = input.url !== undefined || (state === 'active' && before.state !== 'active');
    const next = { ...before, ...given(input), state };
    await tx.run(sql`update subscriptions set url = ${next.url}, events = ${JSON.stringify(next.events)}, user_id = ${next.user_id},
      agent_id = ${next.agent_id}, include_content = ${next.include_content ? 1 : 0}, description = ${next.description}, state = ${state},
      reason = ${state === 'disabled' ? before.reason : null}, updated_at = ${input.now},
      held_until = ${fresh ? null : before.held_until}, failing_since = ${fresh ? null : before.failing_since}
      where key_id = ${tx.keyId} and id = ${input.id}`);
    if (fresh) {
      await tx.run(sql`update deliveries set next_at = null, first_at = null, attempts = 0
        where key_id = ${tx.keyId} and subscription_id = ${input.id} and status = 'pending'`);
    }
    if (fresh || state !== before.state) {
      const runAt = state === 'active' ? input.now : NEVER;
      await tx.run(sql`update jobs set run_at = ${runAt} where key_id = ${tx.keyId} and id = ${jobOf(input.id)}`);
    }
    return subscriptionOf(tx, input.id);
  },
);

const given = ({ id: _id, now: _now, ...change }: SubscriptionChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Subscription>;

/** Removes it with its pending deliveries; false if there is no such subscription. */
export const removeSubscription = tenantWrite(
  'events.unsubscribe',
  async (tx, input: { id: string }): Promise<boolean> => (await removeSubscriptions(tx, [input.id])) > 0,
);

export async function removeSubscriptions(tx: TenantTx, ids: readonly string[]): Promise<number> {
  const these = (column: string) => among(tx.dialect, column, ids);
  const removed = await tx.run(sql`delete from subscriptions where key_id = ${tx.keyId} and ${these('id')}`);
  await tx.run(
    sql`delete from jobs where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids.map(jobOf))} and kind = 'deliver'`,
  );
  await tx.run(sql`delete from deliveries where key_id = ${tx.keyId} and ${these('subscription_id')}`);
  return removed;
}

interface SecretRotation {
  id: string;
  secret: string;
  previousUntil: number | null;
  now: number;
}
/** Null when there is no such webhook. */
export const rotateSecret = tenantWrite('events.rotate', async (tx, input: SecretRotation): Promise<Counted | null> => {
  const keep = input.previousUntil !== null;
  const changed = await tx.run(sql`update subscriptions set previous_secret = ${keep ? sql`secret` : sql`null`},
    previous_until = ${input.previousUntil}, secret = ${input.secret}, updated_at = ${input.now}
    where key_id = ${tx.keyId} and id = ${input.id} and url is not null`);
  return changed === 1 ? subscriptionOf(tx, input.id) : null;
});

/** Whether any key has a webhook to deliver to. */
export const anySubscription = systemRead('events.any', async (tx, _input: null): Promise<boolean> => {
  const row = await tx.get(
    sql`select 1 as found from subscriptions where state = 'active' and url is not null limit 1`,
  );
  return row !== undefined;
});
