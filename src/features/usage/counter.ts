import { type Clock, DAY, dayOf, HOUR } from '../../kernel/clock.js';
import type { Database } from '../../storage/database.js';
import { PeriodicWriter } from '../periodic-writer.js';
import { bucketOf } from './histogram.js';
import type { AgentAmount, UsageAmount } from './sql/store.js';
import * as store from './sql/store.js';
import { DAYS_MAX } from './window.js';

interface CountedRequest {
  keyId: string;
  /** A pattern (`GET /memory/{id}`), never a raw path. */
  route: string;
  status: number;
  tokens: number;
  latencyMs: number;
  /** The agent that the request named. */
  agentId?: string | undefined;
}

/** Rows per write, so that it stays short compared to the callers' own writes. */
const CHUNK = 500;

/** Counts requests in memory and adds them to the sums per day, hour, latency and agent about every second. */
export class UsageCounter extends PeriodicWriter {
  readonly #database: Database;
  readonly #clock: Clock;
  #amounts = new Map<string, UsageAmount>();
  #agents = new Map<string, AgentAmount>();
  #day = { number: Number.NaN, name: '' };

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    super();
    this.#database = database;
    this.#clock = clock;
  }

  count({ keyId, route, status, tokens, latencyMs, agentId }: CountedRequest): void {
    const latencyUs = Math.max(0, Math.round(latencyMs * 1_000));
    const now = this.#clock.now();
    const sum = this.#sumOf(keyId, this.#dayOf(now), route);
    sum.requests++;
    sum.tokens += tokens;
    if (status >= 400) sum.errors++;
    sum.latencyUs += latencyUs;
    bump(sum.hours, Math.floor((now % DAY) / HOUR), 1);
    bump(sum.buckets, bucketOf(latencyUs), 1);
    if (agentId !== undefined) this.#addAgent({ keyId, agentId, requests: 1, lastActivity: now });
  }

  #dayOf(now: number): string {
    const number = Math.floor(now / DAY);
    if (number !== this.#day.number) this.#day = { number, name: dayOf(number * DAY) };
    return this.#day.name;
  }

  #sumOf(keyId: string, day: string, route: string): UsageAmount {
    const place = `${keyId}\n${day}\n${route}`;
    let sum = this.#amounts.get(place);
    if (!sum) {
      sum = {
        keyId,
        day,
        route,
        requests: 0,
        tokens: 0,
        errors: 0,
        latencyUs: 0,
        hours: new Map(),
        buckets: new Map(),
      };
      this.#amounts.set(place, sum);
    }
    return sum;
  }

  #putBack(amount: UsageAmount): void {
    const sum = this.#sumOf(amount.keyId, amount.day, amount.route);
    sum.requests += amount.requests;
    sum.tokens += amount.tokens;
    sum.errors += amount.errors;
    sum.latencyUs += amount.latencyUs;
    for (const [hour, requests] of amount.hours) bump(sum.hours, hour, requests);
    for (const [bucket, requests] of amount.buckets) bump(sum.buckets, bucket, requests);
  }

  #addAgent(amount: AgentAmount): void {
    const place = `${amount.keyId}\n${amount.agentId}`;
    const sum = this.#agents.get(place);
    if (!sum) {
      this.#agents.set(place, amount);
      return;
    }
    sum.requests += amount.requests;
    sum.lastActivity = Math.max(sum.lastActivity, amount.lastActivity);
  }

  protected override async write(): Promise<void> {
    const amounts = inOrder(this.#amounts);
    const agents = inOrder(this.#agents);
    this.#amounts = new Map();
    this.#agents = new Map();
    try {
      while (amounts.length) {
        await this.#database.system(store.addUsage, amounts.slice(0, CHUNK));
        amounts.splice(0, CHUNK);
      }
      while (agents.length) {
        await this.#database.system(store.addAgentUsage, agents.slice(0, CHUNK));
        agents.splice(0, CHUNK);
      }
    } catch (error) {
      for (const amount of amounts) this.#putBack(amount);
      for (const amount of agents) this.#addAgent(amount);
      throw error;
    }
  }
}

const bump = (counts: Map<number, number>, at: number, by: number) => counts.set(at, (counts.get(at) ?? 0) + by);

/** The same order on every node: two nodes that add to the same rows wait for each other instead of deadlocking. */
const inOrder = <T>(amounts: ReadonlyMap<string, T>): T[] =>
  [...amounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, amount]) => amount);

/** Agents per key whose activity is kept: more than anyone has, unless a client makes up a new name for each call. */
export const MAX_AGENTS = 10_000;

/** Removes the sums by latency, hour and agent that no window reaches any more, and the agents that are too many, least recently active first. */
export async function sweepUsage({ database, clock }: { database: Database; clock: Clock }): Promise<number> {
  const before = clock.now() - (DAYS_MAX + 1) * DAY;
  let removed = await database.system(store.removeOldUsage, { beforeDay: dayOf(before), before });
  for (const crowded of await database.system(store.crowdedKeys, { agents: MAX_AGENTS })) {
    for (let found = CHUNK; found === CHUNK; removed += found)
      found = await database.system(store.removeIdleAgents, { ...crowded, limit: CHUNK });
  }
  return removed;
}
