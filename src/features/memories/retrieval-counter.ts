import type { Clock } from '../../kernel/clock.js';
import type { Database } from '../../storage/database.js';
import { sql } from '../../storage/sql.js';
import { tenantWrite } from '../../storage/statement.js';

/** How often a memory was returned, and when last: written behind, about once a second, so that reading stays reading. */
export const countRetrievals = tenantWrite(
  'memories.countRetrievals',
  async (tx, input: { counts: [id: string, count: number][]; at: number }): Promise<void> => {
    for (const [id, count] of input.counts) {
      await tx.run(sql`update memories set retrieval_count = retrieval_count + ${count}, last_retrieved_at = ${input.at}
        where key_id = ${tx.keyId} and id = ${id}`);
    }
  },
);

const FLUSH_MS = 1_000;
/** Memories per transaction. */
const CHUNK = 200;

export class RetrievalCounter {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #timer: NodeJS.Timeout;
  #counts = new Map<string, Map<string, number>>();

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#timer = setInterval(() => void this.flush().catch(() => {}), FLUSH_MS).unref();
  }

  add(keyId: string, ids: readonly string[]): void {
    const counts = this.#counts.get(keyId) ?? new Map<string, number>();
    this.#counts.set(keyId, counts);
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  }

  /** Writes what is counted for a key, if anything is: a store looks at what was handed out. */
  async settle(keyId: string): Promise<void> {
    if (this.#counts.has(keyId)) await this.flush();
  }

  async flush(): Promise<void> {
    const all = this.#counts;
    this.#counts = new Map();
    const at = this.#clock.now();
    for (const [keyId, counts] of all) {
      // In id order: two nodes that count the same memories take their rows in the same order.
      const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
      for (let i = 0; i < sorted.length; i += CHUNK) {
        await this.#database.tenant(keyId).run(countRetrievals, { counts: sorted.slice(i, i + CHUNK), at });
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
