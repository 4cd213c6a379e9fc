import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../../kernel/log.js';
import type { Database } from '../../../storage/database.js';
import { lookAtJournal } from '../sql/journal.js';
import { Horizon } from './horizon.js';

/** Writes within this time share one look. */
const GATHER_MS = 10;
/** The least time between two looks during heavy writing. */
const APART_MS = 50;
/** How soon to look again while transactions are open below what was seen (PostgreSQL). */
const AGAIN_MS = 20;
/** Other nodes write too: how often to look without a local write. */
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
  #lookedAt = Number.NEGATIVE_INFINITY;
  #floor = 0;
  #looking: Promise<void> | undefined;
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
      if (this.#isFollowed()) void this.look();
      this.#tick = setTimeout(tick, TICK_MS).unref();
    };
    this.#tick = setTimeout(tick, TICK_MS).unref();
  }

  /** Something was written on this node. */
  wrote(): void {
    if (!this.#isFollowed()) return;
    this.#lookIn(Math.max(GATHER_MS, this.#lookedAt + APART_MS - performance.now()));
  }

  #isFollowed(): boolean {
    return this.webhooks || this.streams() > 0;
  }

  #lookIn(milliseconds: number): void {
    if (this.#gathering || this.#stopped) return;
    this.#gathering = setTimeout(() => void this.look(), milliseconds).unref();
  }

  /** Looks now. A look in flight may have missed what was just written, so another one follows it. */
  look(): Promise<void> {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const before = this.#looking ?? Promise.resolve();
    const look = before.then(() => this.#look());
    this.#looking = look;
    return look;
  }

  async #look(): Promise<void> {
    if (this.#stopped) return;
    this.#lookedAt = performance.now();
    try {
      // From the horizon, not from what was seen: a line that appeared late may belong to a key with no other news.
      const before = this.#horizon.settled;
      const since = this.#seen === null ? null : before;
      const sight = await this.#database.system(lookAtJournal, { since, checked: this.#checked });
      if (sight.prepared.length === 0) this.#checked = sight.oldest;
      this.#seen = Math.max(this.#seen ?? 0, sight.last);
      this.#floor = sight.floor;
      if (this.#horizon.see(sight) > before && sight.keys.length > 0) this.announce(sight.keys);
      if (!this.#horizon.complete) this.#lookIn(AGAIN_MS);
    } catch (error) {
      this.#log.debug({ err: error }, 'the journal cannot be read'); // the next tick tries again
    }
  }

  /** The end of the journal: everything up to it is committed, everything acknowledged from now on comes after it. */
  async end(): Promise<number> {
    await this.look();
    const target = this.#seen ?? 0;
    for (let waited = 0; this.horizon < target && waited < SETTLE_LIMIT_MS; waited += AGAIN_MS) {
      await pause(AGAIN_MS);
      await this.look();
    }
    return this.horizon;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#gathering);
    clearTimeout(this.#tick);
    await this.#looking;
  }
}
