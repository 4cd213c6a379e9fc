import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../../kernel/log.js';
import type { Database } from '../../../storage/database.js';
import { endOfEra, pollJournal } from '../sql/journal.js';
import { Horizon } from './horizon.js';

/** Writes within this time share one poll. */
const GATHER_MS = 10;
/** The least time between two polls during heavy writing. */
const APART_MS = 50;
/** How soon to poll again while transactions are open below what was seen (PostgreSQL). */
const AGAIN_MS = 20;
/** Other nodes write too: how often to poll without a local write. */
const TICK_MS = 1_000;
/** How long a follower that begins at the end waits for open transactions; after that it begins slightly earlier. */
const SETTLE_LIMIT_MS = 5_000;

type Listener = (keys: readonly string[]) => void;

/**
 * Watches the journal for everyone who follows it on this node, with one small read after local writes and one per second for those of other nodes.
 * If nobody follows, nothing is read.
 */
export class JournalWatch {
  readonly #database: Database;
  readonly #log: Log;
  readonly #horizon = new Horizon();
  readonly #listeners = new Set<Listener>();
  #seen: number | null = null;
  /** Up to this transaction nothing is left prepared on the workers of a cluster. */
  #checked = 0;
  #polledAt = Number.NEGATIVE_INFINITY;
  #floor = 0;
  #polling: Promise<void> | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #tick: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Whether there is a webhook to deliver to, as far as this node knows. */
  webhooks = false;
  /** Open streams of this node. */
  streams: () => number = () => 0;

  constructor({ database, log }: { database: Database; log: Log }) {
    this.#database = database;
    this.#log = log;
  }

  /** The journal is complete up to here, as far as this node has looked. */
  get horizon(): number {
    return this.#horizon.settled;
  }
  /** Lines up to here may have been trimmed. */
  get floor(): number {
    return this.#floor;
  }

  onNews(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Makes followers check these keys for anything new, in the journal or among the pending deliveries. */
  announce(keys: readonly string[]): void {
    for (const listener of this.#listeners) listener(keys);
  }

  start(): void {
    const tick = () => {
      if (this.#isFollowed()) void this.poll();
      this.#tick = setTimeout(tick, TICK_MS).unref();
    };
    this.#tick = setTimeout(tick, TICK_MS).unref();
  }

  /** Something was written on this node. */
  wrote(): void {
    if (!this.#isFollowed()) return;
    this.#pollIn(Math.max(GATHER_MS, this.#polledAt + APART_MS - performance.now()));
  }

  #isFollowed(): boolean {
    return this.webhooks || this.streams() > 0;
  }

  #pollIn(milliseconds: number): void {
    if (this.#gathering || this.#stopped) return;
    this.#gathering = setTimeout(() => void this.poll(), milliseconds).unref();
  }

  /** Polls now. A poll in flight may have missed what was just written, so another one follows it. */
  poll(): Promise<void> {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const before = this.#polling ?? Promise.resolve();
    const polled = before.then(() => this.#poll());
    this.#polling = polled;
    return polled;
  }

  async #poll(): Promise<void> {
    if (this.#stopped) return;
    this.#polledAt = performance.now();
    try {
      // From the horizon, not from what was seen: a line that appeared late may belong to a key with no other news.
      const before = this.#horizon.settled;
      const since = this.#seen === null ? null : before;
      const sight = await this.#database.system(pollJournal, { since, checked: this.#checked });
      if (sight.prepared.length === 0) this.#checked = sight.oldest;
      this.#seen = Math.max(this.#seen ?? 0, sight.last);
      this.#floor = sight.floor;
      if (this.#horizon.see(sight) > before && sight.keys.length > 0) this.announce(sight.keys);
      if (!this.#horizon.complete) this.#pollIn(AGAIN_MS);
    } catch (error) {
      this.#log.debug({ err: error }, 'the journal cannot be read'); // the next tick tries again
    }
  }

  /** The end of the journal: everything up to it is committed, everything acknowledged from now on comes after it. */
  async end(): Promise<number> {
    await this.poll();
    const target = this.#seen ?? 0;
    for (let waited = 0; this.horizon < target && waited < SETTLE_LIMIT_MS; waited += AGAIN_MS) {
      await pause(AGAIN_MS);
      await this.poll();
    }
    return this.horizon;
  }

  /** The last position of those that a position belongs to; one beyond it does not exist any more. */
  endOfEra(seq: number): Promise<number> {
    return this.#database.system(endOfEra, { seq });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#gathering);
    clearTimeout(this.#tick);
    await this.#polling;
  }
}
