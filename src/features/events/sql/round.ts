import { DAY } from '../../../kernel/clock.js';
import { among, amongNumbers, forUpdate, raw, rows, type Sql, sql } from '../../../storage/sql.js';
import { systemRead, type TenantTx, tenantRead, tenantWrite } from '../../../storage/statement.js';
import { type Delivery, laneOf, newDelivery, toDelivery } from '../webhooks/delivery.js';
import { latestPause } from '../webhooks/schedule.js';
import { filterOf, type Subscription } from '../webhooks/subscription.js';
import { readEvents } from './journal.js';
import { isDelivered, jobOf, lockSubscription, NEVER, subscriptionOf } from './subscription.js';

/** Events per round; their outcome is written at its end. */
const ROUND = 64;
/** Events that wait behind failed ones; at this limit nothing new is read until some are done. */
const MAX_PENDING = 10_000;
/** Lines scanned for one that can show whether a receiver is available again. */
const PROBE_LINES = 16;
/** Kept per subscription: the last that were delivered, the last that were given up. */
export const KEPT_DELIVERED = 100;
export const KEPT_DEAD = 1_000;

export interface Found {
  id: string;
  keyId: string;
}
interface FindDeliveries {
  now: number;
  until: number;
  /** Only of these keys; null: of all. */
  keys: readonly string[] | null;
  /** Not of these. */
  except: readonly string[];
  limit: number;
}
/**
 * Subscriptions with something to deliver and no live lease: one of each key, then a second of each, and so on. The order is
 * random otherwise, so that none is always behind the same others.
 */
export const findDeliveries = systemRead(
  'events.find',
  async (tx, { now, until, keys, except, limit }: FindDeliveries): Promise<Found[]> =>
    tx.all<Found>(sql`select id, "keyId" from (
      select j.id as id, s.key_id as "keyId", row_number() over (partition by s.key_id order by random()) as turn
        from subscriptions s join jobs j on j.id = 'deliver:' || s.id join api_keys k on k.id = s.key_id
        where ${isDelivered(now)} and ${keys ? among(tx.dialect, 's.key_id', keys) : sql`1 = 1`}
        and not ${among(tx.dialect, 's.key_id', except)}
        and (j.lease_until is null or j.lease_until <= ${now} or j.lease_until > ${latestPause(now)})
        and (j.run_at <= ${now} or (j.run_at > ${latestPause(now)} and j.run_at < ${NEVER}) or (s.held_until is null and exists
          (select 1 from journal g where g.key_id = s.key_id and g.seq > s.position and g.seq <= ${until})))) due
      order by turn, random() limit ${limit}`),
);

export interface Plan {
  subscription: Subscription;
  /** What to send, in order within each lane. */
  due: Delivery[];
  /** Which of these are not in the table yet. */
  fresh: readonly number[];
  /** New events that wait behind others. */
  parked: Delivery[];
  /** Everything up to here is in this plan or already handled. */
  end: number;
  /** Whether there may be more right after it. */
  full: boolean;
}

const ofSubscription = (tx: TenantTx, id: string) =>
  sql`d.key_id = ${tx.keyId} and d.subscription_id = ${id} and d.status = 'pending'`;
/** Whether it is the first pending delivery of its lane. */
const isHead =
  (): Sql => sql`not exists (select 1 from deliveries e where e.key_id = d.key_id and e.subscription_id = d.subscription_id
  and e.status = 'pending' and e.lane = d.lane and e.seq < d.seq)`;

/** What to send to a subscription now; null if it does not exist or is not active. */
export const planRound = tenantRead(
  'events.plan',
  async (tx, input: { id: string; now: number; until: number }): Promise<Plan | null> => {
    const subscription = await subscriptionOf(tx, input.id);
    if (subscription?.state !== 'active' || subscription.url === null) return null;
    const held = subscription.held_until !== null;
    const retries = subscription.pending > 0 ? await dueLanes(tx, input, held ? 1 : ROUND) : [];
    const nothingNew = { subscription, due: retries, fresh: [], parked: [], end: subscription.position };
    const heldUntil = subscription.held_until ?? 0;
    const isHeld = heldUntil > input.now && heldUntil <= latestPause(input.now);
    const mayRead = subscription.pending < MAX_PENDING && !isHeld;
    if (!mayRead) return { ...nothingNew, full: retries.length >= ROUND };
    const limit = held ? PROBE_LINES : ROUND;
    const read = { filter: filterOf(subscription), after: subscription.position, until: input.until, limit };
    const { lines, end, more } = await readEvents.body(tx, read);
    const blocked = await lanesOf(tx, input.id, lines.map(laneOf));
    const news = lines.map(newDelivery);
    const free = news.filter((line) => !blocked.has(line.lane));
    const probe = held ? free[0] : undefined;
    if (probe) {
      const parked = news.filter((line) => line.seq < probe.seq);
      return { subscription, due: [...retries, probe], fresh: [probe.seq], parked, end: probe.seq, full: true };
    }
    return {
      ...{ subscription, due: [...retries, ...free], fresh: free.map((line) => line.seq), end },
      parked: news.filter((line) => blocked.has(line.lane)),
      full: more || retries.length >= ROUND,
    };
  },
);

/** All pending deliveries of lanes whose first event is due, up to the limit. */
async function dueLanes(tx: TenantTx, { id, now }: { id: string; now: number }, limit: number): Promise<Delivery[]> {
  const heads = await tx.all<{ lane: string }>(sql`select d.lane from deliveries d where ${ofSubscription(tx, id)}
    and (d.next_at is null or d.next_at <= ${now} or d.next_at > ${latestPause(now)}) and ${isHead()} order by d.seq limit ${limit}`);
  if (heads.length === 0) return [];
  const lanes = among(
    tx.dialect,
    'd.lane',
    heads.map((head) => head.lane),
  );
  const found = await tx.all(
    sql`select d.* from deliveries d where ${ofSubscription(tx, id)} and ${lanes} order by d.seq limit ${limit}`,
  );
  return found.map(toDelivery);
}

async function lanesOf(tx: TenantTx, id: string, lanes: readonly string[]): Promise<Set<string>> {
  if (lanes.length === 0) return new Set();
  const found = await tx.all<{ lane: string }>(sql`select distinct d.lane from deliveries d
    where ${ofSubscription(tx, id)} and ${among(tx.dialect, 'd.lane', [...new Set(lanes)])}`);
  return new Set(found.map((row) => row.lane));
}

export interface RoundOutcome {
  id: string;
  owner: string;
  now: number;
  position: number;
  /** All deliveries of the round, as they are now. */
  deliveries: Delivery[];
  /** Which of these were not in the table when the round was planned. */
  fresh: readonly number[];
  /** Whether the receiver accepts events; null: it was not tried. */
  arrived: boolean | null;
  /** Nothing is sent before this time, if the receiver asked for that. */
  notBefore: number | null;
  /** Set when the receiver wants no more events. */
  disable: string | null;
  /** How many lanes must fail before the receiver counts as unavailable, for how long it is then paused, and when it is given up. */
  rule: { lanes: number; minHoldMs: number; maxHoldMs: number; giveUpMs: number };
}

const COLUMNS = [
  'seq',
  'lane',
  'kind',
  'user_id',
  'agent_id',
  'subject',
  'at',
  'data',
  'status',
  'attempts',
  'first_at',
] as const;
const OUTCOME = ['last_at', 'next_at', 'answer_status', 'answer', 'error', 'duration_ms'] as const;
const ALL = [...COLUMNS, ...OUTCOME];

interface Recorded {
  /** When the subscription is due again. */
  runAt: number;
  /** Whether nothing is sent to it until then. */
  held: boolean;
}

/** Records the outcome of a round, if the lease still holds; null if it was lost. */
export const recordRound = tenantWrite('events.settle', async (tx, input: RoundOutcome): Promise<Recorded | null> => {
  const before = await lockSubscription(tx, input.id);
  const lease = await tx.get(sql`select id from jobs where key_id = ${tx.keyId} and id = ${jobOf(input.id)}
    and lease_owner = ${input.owner}${forUpdate(tx.dialect)}`);
  if (!before || !lease) return null;
  await write(tx, input);
  await trim(tx, input.id);
  const waiting = await readWaiting(tx, input.id);
  const { state, reason, held, failingSince } = stateAfter(input, before, waiting);
  if (input.arrived && before.held_until !== null) {
    // The receiver is available again: no delivery waits out a pause that was meant for its outage.
    await tx.run(sql`update deliveries set next_at = ${input.now} where key_id = ${tx.keyId} and subscription_id = ${input.id}
      and status = 'pending' and next_at > ${input.now}`);
    waiting.next = waiting.next === null ? null : Math.min(waiting.next, input.now);
  }
  const arrivals = input.deliveries.filter((one) => one.status === 'delivered').length;
  await tx.run(sql`update subscriptions set position = ${input.position}, held_until = ${held}, failing_since = ${failingSince},
    delivered = delivered + ${arrivals}, last_success_at = ${input.arrived ? input.now : before.last_success_at},
    state = ${state}, reason = ${reason} where key_id = ${tx.keyId} and id = ${input.id}`);
  const runAt = state === 'active' ? (held ?? waiting.next ?? NEVER) : NEVER;
  await tx.run(sql`update jobs set run_at = ${runAt} where key_id = ${tx.keyId} and id = ${jobOf(input.id)}`);
  return { runAt, held: held !== null };
});

/** Does not restore what was removed: rows that an erasure deleted meanwhile, and events whose journal line is gone, are not written. */
async function write(tx: TenantTx, { id, deliveries, fresh }: RoundOutcome): Promise<void> {
  if (deliveries.length === 0) return;
  const waiting = deliveries.map((one) => one.seq).filter((seq) => !fresh.includes(seq));
  const [events, pending] = await Promise.all([
    tx.all<{ seq: number }>(sql`select seq from journal
      where key_id = ${tx.keyId} and ${amongNumbers(tx.dialect, 'seq', fresh)}`),
    tx.all<{ seq: number }>(sql`select seq from deliveries where key_id = ${tx.keyId} and subscription_id = ${id}
      and status = 'pending' and ${amongNumbers(tx.dialect, 'seq', waiting)}`),
  ]);
  const known = new Set([...events, ...pending].map(({ seq }) => seq));
  const values = deliveries.filter((one) => known.has(one.seq)).map((one) => [tx.keyId, id, ...valuesOf(one)]);
  if (values.length === 0) return;
  const changed = ['status', 'attempts', 'first_at', ...OUTCOME].map((name) => `${name} = excluded.${name}`).join(', ');
  await tx.run(sql`insert into deliveries (key_id, subscription_id, ${raw(ALL.join(', '))}) values ${rows(values)}
    on conflict (key_id, subscription_id, seq) do update set ${raw(changed)}`);
}

const valuesOf = (one: Delivery) => ALL.map((name) => (name === 'data' ? JSON.stringify(one.data) : one[name]));

async function trim(tx: TenantTx, id: string): Promise<void> {
  for (const [status, kept] of [
    ['delivered', KEPT_DELIVERED],
    ['dead', KEPT_DEAD],
  ] as const) {
    await tx.run(sql`delete from deliveries where key_id = ${tx.keyId} and subscription_id = ${id} and status = ${status} and seq <=
      (select seq from deliveries where key_id = ${tx.keyId} and subscription_id = ${id} and status = ${status}
        order by seq desc limit 1 offset ${kept})`);
  }
}

interface Waiting {
  pending: number;
  /** Lanes whose first event has failed. */
  failing: number;
  /** When the first of the lanes is due; null: nothing is pending. */
  next: number | null;
}
async function readWaiting(tx: TenantTx, id: string): Promise<Waiting> {
  const row = await tx.get<{ failing: number | null; next: number | null }>(sql`select
    sum(case when d.attempts > 0 then 1 else 0 end) as failing, min(coalesce(d.next_at, 0)) as next
    from deliveries d where ${ofSubscription(tx, id)} and ${isHead()}`);
  const count = await tx.get<{ count: number }>(
    sql`select count(*) as count from deliveries d where ${ofSubscription(tx, id)}`,
  );
  return { pending: Number(count?.count ?? 0), failing: Number(row?.failing ?? 0), next: row?.next ?? null };
}

/**
 * Decides whether a receiver counts as unavailable: several lanes fail and nothing gets through. It is then paused for a quarter of the time that it
 * has been unavailable, within limits. A lane that fails alone holds up only itself.
 */
function stateAfter(input: RoundOutcome, before: Subscription, waiting: Waiting) {
  const { now, rule, arrived } = input;
  const failingSince = arrived ? null : arrived === false ? (before.failing_since ?? now) : before.failing_since;
  const gaveUp = failingSince !== null && now - failingSince >= rule.giveUpMs;
  const reason = input.disable ?? (gaveUp ? `Nothing arrived for ${Math.round(rule.giveUpMs / DAY)} days.` : null);
  const isUnavailable = arrived === false && (waiting.failing >= rule.lanes || before.held_until !== null);
  const crowded = waiting.pending >= MAX_PENDING;
  const pause = Math.min(rule.maxHoldMs, Math.max(rule.minHoldMs, (now - (failingSince ?? now)) / 4));
  const goesOn = arrived === null && before.held_until !== null && before.held_until > now ? before.held_until : 0;
  const held = Math.max(input.notBefore ?? 0, isUnavailable || crowded ? now + Math.round(pause) : 0, goesOn) || null;
  return {
    state: reason === null ? before.state : ('disabled' as const),
    reason: reason ?? before.reason,
    held,
    failingSince,
  };
}
