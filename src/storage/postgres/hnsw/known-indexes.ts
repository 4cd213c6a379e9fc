import { SECOND } from '../../../kernel/clock.js';
import { type IndexedScope, indexName, NAME_PREFIX } from './index-of.js';

type Ask = (text: string, values: unknown[]) => Promise<{ rows: { name: string }[] }>;

/** How long a node may go on without looking. What it does not know yet it searches exactly. */
const LOOK_EVERY_MS = 10 * SECOND;

const LIST = `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = 'memory_vectors'::regclass and i.indisvalid and starts_with(c.relname, $1)`;

/**
 * The scopes that have an index, as this node knows them. It may be wrong: without the index the same statement is answered by a scan of
 * the scope, slower and exact. So nobody waits for a look: the search that finds the list old starts one.
 */
export class KnownIndexes {
  readonly #ask: Ask;
  #names: ReadonlySet<string> = new Set();
  #looked = Number.NEGATIVE_INFINITY;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  has(scope: IndexedScope): boolean {
    if (performance.now() - this.#looked > LOOK_EVERY_MS) void this.look().catch(() => {});
    return this.#names.size > 0 && this.#names.has(indexName(scope));
  }

  async look(): Promise<void> {
    this.#looked = performance.now();
    const { rows } = await this.#ask(LIST, [NAME_PREFIX]);
    this.#names = new Set(rows.map(({ name }) => name));
  }
}
