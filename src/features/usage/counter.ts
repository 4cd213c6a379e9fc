import { type Clock, DAY, dayOf, SECOND } from '../../kernel/clock.js';
import type { Database } from '../../storage/database.js';
import { addUsage, type UsageAmount } from './store.js';

export interface CountedRequest {
  keyId: string;
  /** A pattern (`GET /memory/{id}`), never a raw path. */
  route: string;
  status: number;
  tokens: number;
  latencyMs: number;
}

/** Rows of one write: it stays short beside the callers' own. */
const CHUNK = 500;

/** Counts requests in memory and adds them to the daily buckets about every second. */
export class UsageCounter {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #timer: NodeJS.Timeout;
  #amounts = new Map<string, UsageAmount>();
  #writing: Promise<void> = Promise.resolve();
  #day = { number: Number.NaN, name: '' };

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
    // What a failed write leaves is in the next one.
    this.#timer = setInterval(() => this.flush().catch(() => {}), SECOND).unref();
  }

  count({ keyId, route, status, tokens, latencyMs }: CountedRequest): void {
    const latencyUs = Math.max(0, Math.round(latencyMs * 1_000));
    this.#add({ keyId, day: this.#today(), route, requests: 1, tokens, errors: status >= 400 ? 1 : 0, latencyUs });
  }

  #today(): string {
    const number = Math.floor(this.#clock.now() / DAY);
    if (number !== this.#day.number) this.#day = { number, name: dayOf(number * DAY) };
    return this.#day.name;
  }

  #add(amount: UsageAmount): void {
    const place = `${amount.keyId}\n${amount.day}\n${amount.route}`;
    const sum = this.#amounts.get(place);
    if (!sum) {
      this.#amounts.set(place, amount);
      return;
    }
    sum.requests += amount.requests;
    sum.tokens += amount.tokens;
    sum.errors += amount.errors;
    sum.latencyUs += amount.latencyUs;
  }

  /** Resolves when everything counted before the call is in the database. */
  flush(): Promise<void> {
    const writing = this.#writing.then(() => this.#write());
    this.#writing = writing.catch(() => {});
    return writing;
  }

  async #write(): Promise<void> {
    // The same order on every node: two of them adding to the same rows wait for each other instead of locking up.
    const taken = [...this.#amounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, amount]) => amount);
    this.#amounts = new Map();
    let written = 0;
    try {
      for (; written < taken.length; written += CHUNK) {
        await this.#database.system(addUsage, taken.slice(written, written + CHUNK));
      }
    } catch (error) {
      for (const amount of taken.slice(written)) this.#add(amount);
      throw error;
    }
  }

  /** Before the database closes. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
