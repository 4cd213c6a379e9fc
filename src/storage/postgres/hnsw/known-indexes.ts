import { SECOND } from '../../../kernel/clock.js';
import { type IndexedScope, indexName, NAME_PREFIX } from './index-definition.js';

type Ask = (text: string, values: unknown[]) => Promise<{ rows: { name: string }[] }>;

/** How long a node may use its list before it refreshes it. A scope it does not know yet is searched exactly. */
const REFRESH_EVERY_MS = 10 * SECOND;

const LIST = `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = 'memory_vectors'::regclass and i.indisvalid and starts_with(c.relname, $1)`;

/**
 * The scopes that have an index, as known to this node. The list may be wrong: without the index, the same statement scans the scope, slower and
 * exact. So no search waits for a refresh: the one that finds the list stale starts it.
 */
export class KnownIndexes {
  readonly #ask: Ask;
  #names: ReadonlySet<string> = new Set();
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  has(scope: IndexedScope): boolean {
    if (performance.now() - this.#refreshedAt > REFRESH_EVERY_MS) void this.refresh().catch(() => {});
    return this.#names.size > 0 && this.#names.has(indexName(scope));
  }

  async refresh(): Promise<void> {
    this.#refreshedAt = performance.now();
    const { rows } = await this.#ask(LIST, [NAME_PREFIX]);
    this.#names = new Set(rows.map(({ name }) => name));
  }
}
