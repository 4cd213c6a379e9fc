import type { Clock } from '../../../kernel/clock.js';
import type { Database } from '../../../storage/database.js';
import { PeriodicWriter } from '../../periodic-writer.js';
import { countRetrievals, type Retrieval } from '../sql/retrieval.js';

/** How many ids of a retrieval are recorded: results further down were seldom what was looked for. */
export const REMEMBERED_IDS = 10;
/** Memories, and retrievals, per transaction. */
const CHUNK = 200;

/** What is recorded of a retrieval besides the ids. */
type RetrievalMade = Pick<Retrieval, 'userId' | 'agentId' | 'at' | 'abstained'>;

interface Pending {
  counts: Map<string, number>;
  retrievals: Retrieval[];
}

/** Counts in memory what is returned, and writes the counts about once a second. */
export class RetrievalCounter extends PeriodicWriter {
  readonly #database: Database;
  readonly #clock: Clock;
  #pending = new Map<string, Pending>();
  #beingWritten = new Map<string, Pending>();

  constructor(parts: { database: Database; clock: Clock }) {
    super();
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /** Ids are best first. Without `made`, only the memories' own counts change. */
  add(keyId: string, ids: readonly string[], made?: RetrievalMade): void {
    const pending = this.#of(keyId);
    for (const id of ids) pending.counts.set(id, (pending.counts.get(id) ?? 0) + 1);
    if (made) pending.retrievals.push({ ...made, ids: ids.slice(0, REMEMBERED_IDS), found: ids.length });
  }

  #of(keyId: string): Pending {
    const pending = this.#pending.get(keyId) ?? { counts: new Map(), retrievals: [] };
    this.#pending.set(keyId, pending);
    return pending;
  }

  /** Writes the pending counts of a key, if there are any: storing depends on what was returned recently. */
  async flushKey(keyId: string): Promise<void> {
    if (this.#pending.has(keyId) || this.#beingWritten.has(keyId)) await this.flush();
  }

  protected override async write(): Promise<void> {
    this.#beingWritten = this.#pending;
    this.#pending = new Map();
    const failures: unknown[] = [];
    for (const [keyId, taken] of this.#beingWritten)
      await this.#writeKey(keyId, taken).catch((error) => failures.push(error));
    this.#beingWritten = new Map();
    if (failures.length) throw failures[0];
  }

  /** What could not be written is counted again: the next write includes it. */
  async #writeKey(keyId: string, { counts, retrievals }: Pending): Promise<void> {
    // In id order: two nodes that count the same memories lock their rows in the same order.
    const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    for (let i = 0; i < Math.max(sorted.length, retrievals.length); i += CHUNK) {
      const chunk = { counts: sorted.slice(i, i + CHUNK), retrievals: retrievals.slice(i, i + CHUNK) };
      try {
        await this.#database.tenant(keyId).run(countRetrievals, { ...chunk, at: this.#clock.now() });
      } catch (error) {
        const pending = this.#of(keyId);
        for (const [id, count] of sorted.slice(i)) pending.counts.set(id, (pending.counts.get(id) ?? 0) + count);
        pending.retrievals = [...retrievals.slice(i), ...pending.retrievals];
        throw error;
      }
    }
  }
}
