import { type Clock, HOUR, MINUTE, SECOND } from '../../../kernel/clock.js';
import type { Log } from '../../../kernel/log.js';
import type { Database } from '../../../storage/database.js';
import { toEvent } from '../journal/event.js';
import type { EventIds } from '../journal/event-id.js';
import type { JournalWatch } from '../journal/watch.js';
import { memoriesOfEvents } from '../sql/journal.js';
import { findDeliveries, type Plan, planRound, type RoundOutcome, recordRound } from '../sql/round.js';
import { anySubscription } from '../sql/subscription.js';
import type { Delivery } from './delivery.js';
import type { Governor } from './governor.js';
import { GIVE_UP_AFTER_MS, nextAttempt, retryAfter } from './schedule.js';
import type { SecretBox } from './secrets.js';
import { sign } from './secrets.js';
import type { Posted, Sender } from './send.js';
import type { Subscription } from './subscription.js';

/** Lanes of one subscription that are sent concurrently. */
const LANES_AT_ONCE = 8;
/** A receiver that asks for a pause gets one, but not longer than this. */
const MAX_RETRY_AFTER_MS = HOUR;
/** Requests in flight when the service stops get this long; then they are aborted and sent again after the start. */
const STOP_GRACE_MS = 2 * SECOND;
const RULE = { lanes: 3, minHoldMs: 5 * SECOND, maxHoldMs: 5 * MINUTE, giveUpMs: GIVE_UP_AFTER_MS };

interface DeliveryParts {
  database: Database;
  clock: Clock;
  log: Log;
  watch: JournalWatch;
  sender: Sender;
  secrets: SecretBox;
  ids: EventIds;
  governor: Governor;
  /** Called after every attempt. */
  observe: (outcome: 'delivered' | 'failed') => void;
}

/** The outcome of a round's attempts. */
interface Tally {
  arrived: boolean | null;
  notBefore: number | null;
  disable: string | null;
}

/** Delivers to webhooks, one subscription at a time per lease: in order per user, at least once. */
export class Deliverer {
  readonly kind = 'deliver';
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  waitForWrites(): Promise<number> {
    return this.#parts.watch.end();
  }

  async find(limit: number, keys: readonly string[] | null, except: readonly string[]) {
    const { database, clock, watch } = this.#parts;
    if (keys === null) {
      watch.webhooks = await database.system(anySubscription, null);
      if (!watch.webhooks) return [];
      await watch.poll();
    }
    return database.system(findDeliveries, { now: clock.now(), until: watch.horizon, keys, except, limit });
  }

  async run(
    job: { id: string; keyId: string },
    owner: string,
    signal: AbortSignal,
    mayGoOn: () => boolean,
  ): Promise<void> {
    const { database, clock, watch } = this.#parts;
    const id = job.id.slice(job.id.indexOf(':') + 1);
    const tenant = database.tenant(job.keyId);
    const stop = delayed(signal, STOP_GRACE_MS);
    try {
      for (;;) {
        const plan = await tenant.run(planRound, { id, now: clock.now(), until: watch.horizon });
        if (!plan) return;
        const tally: Tally = { arrived: null, notBefore: null, disable: null };
        const sent = await this.#send(job.keyId, plan, tally, signal, stop.signal);
        const deliveries = [...sent, ...plan.parked];
        const fresh = [...plan.fresh, ...plan.parked.map((one) => one.seq)];
        const now = clock.now();
        const outcome: RoundOutcome = { id, owner, now, position: plan.end, deliveries, fresh, ...tally, rule: RULE };
        const recorded = await tenant.run(recordRound, outcome);
        if (!recorded || recorded.held || !mayGoOn()) return;
        if (recorded.runAt > clock.now() && !plan.full) return;
      }
    } finally {
      stop.cancel();
    }
  }

  /** Sends what is due: lanes concurrently, each in order up to its first failure. Returns all of it with its new state. */
  async #send(keyId: string, plan: Plan, tally: Tally, signal: AbortSignal, cut: AbortSignal): Promise<Delivery[]> {
    const lanes = new Map<string, Delivery[]>();
    for (const one of plan.due) lanes.set(one.lane, [...(lanes.get(one.lane) ?? []), one]);
    const queue = [...lanes.values()];
    const done: Delivery[] = [];
    const worker = async () => {
      for (let lane = queue.shift(); lane; lane = queue.shift()) {
        let stuck = false;
        for (const one of lane) {
          stuck ||= signal.aborted || tally.disable !== null || tally.notBefore !== null;
          const after: Delivery = stuck ? one : await this.#attempt(keyId, plan.subscription, one, tally, cut);
          stuck ||= after.status === 'pending';
          done.push(after);
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(LANES_AT_ONCE, queue.length) }, worker));
    return done;
  }

  async #attempt(keyId: string, to: Subscription, one: Delivery, tally: Tally, cut: AbortSignal): Promise<Delivery> {
    const { clock, governor, sender, ids, observe } = this.#parts;
    await governor.turn();
    const id = ids.of(keyId, one.seq);
    const body = JSON.stringify(toEvent(id, one, await this.#memory(keyId, to, one)));
    const now = clock.now();
    const posted = await sender.post(to.url ?? '', this.headers(to, id, body), body, keyId, cut);
    if (posted.interrupted) return one;
    const ok = posted.status !== null && posted.status >= 200 && posted.status < 300;
    observe(ok ? 'delivered' : 'failed');
    const first_at = one.first_at ?? now;
    const attempts = one.attempts + 1;
    const tried = { ...one, attempts, first_at, last_at: now, ...logged(posted) };
    if (ok) {
      tally.arrived = true;
      return { ...tried, status: 'delivered', next_at: null };
    }
    tally.arrived ??= false;
    const retryAfterMs = retryAfter(posted.retryAfter, now);
    if (posted.status === 410) tally.disable = 'The receiver returned 410 Gone.';
    if (retryAfterMs)
      tally.notBefore = Math.max(tally.notBefore ?? 0, now + Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
    const next_at = nextAttempt({ attempts, firstAt: first_at, now, retryAfterMs, random: Math.random() });
    return { ...tried, status: next_at === null ? 'dead' : 'pending', next_at };
  }

  /** The memory as it is now, if it was requested; one that was forgotten meanwhile is not sent any more. */
  async #memory(keyId: string, to: Subscription, { kind, subject }: Delivery) {
    if (!to.include_content || !kind.startsWith('memory.')) return undefined;
    if (subject === null) return null;
    const { database, clock } = this.#parts;
    const [memory] = await database.tenant(keyId).run(memoriesOfEvents, { ids: [subject], now: clock.now() });
    return memory ?? null;
  }

  /** The headers of Standard Webhooks; with both signatures while two secrets are valid. */
  headers(to: Subscription, id: string, body: string): Record<string, string> {
    const { clock, secrets } = this.#parts;
    const now = clock.now();
    const timestamp = Math.floor(now / SECOND);
    const previous = (to.previous_until ?? 0) > now ? to.previous_secret : null;
    const sealed = [to.secret, previous].filter((secret) => secret !== null);
    return {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sealed.map((secret) => sign(secrets.open(secret, to.id), id, timestamp, body)).join(' '),
    };
  }
}

const logged = ({ status, response, error, durationMs }: Posted) => ({
  answer_status: status,
  answer: response,
  error: error ?? (status !== null && status >= 300 && status < 400 ? 'redirects are not followed' : null),
  duration_ms: durationMs,
});

/** Aborts some time after another signal did. */
function delayed(signal: AbortSignal, milliseconds: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setTimeout(() => controller.abort(), milliseconds);
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  const cancel = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', begin);
  };
  return { signal: controller.signal, cancel };
}
