import { SECOND } from '../../../kernel/clock.js';
import type { LexicalStatistics } from '../hybrid-sql.js';
import { type IndexedScope, indexName, NAME_PREFIX } from './index-of.js';

type Ask = (text: string, values: unknown[]) => Promise<{ rows: { name: string }[] }>;

/** How long a node may go on without looking. What it does not know yet it searches exactly. */
const LOOK_EVERY_MS = 10 * SECOND;

/** Counting a scope's memories and words takes as long as all the rest of a search, and changes little in a scope so large. */
const COUNT_EVERY_MS = 60 * SECOND;

const LIST = `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = 'memory_vectors'::regclass and i.indisvalid and starts_with(c.relname, $1)`;

/**
 * The scopes that have an index, as this node knows them. It may be wrong: without the index the same statement is answered by a scan of
 * the scope, slower and exact. So nobody waits for a look: the search that finds the list old starts one.
 */
export class KnownIndexes {
  readonly #ask: Ask;
  #names: ReadonlySet<string> = new Set();
  readonly #counted = new Map<string, { at: number; statistics: Promise<LexicalStatistics> }>();
  #looked = Number.NEGATIVE_INFINITY;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  has(scope: IndexedScope): boolean {
    if (performance.now() - this.#looked > LOOK_EVERY_MS) void this.look().catch(() => {});
    return this.#names.size > 0 && this.#names.has(indexName(scope));
  }

  /** The statistics of an indexed scope, at most a minute old; searches that come together wait for one count. */
  async statistics(scope: IndexedScope, count: () => Promise<LexicalStatistics>): Promise<LexicalStatistics> {
    const name = indexName(scope);
    const known = this.#counted.get(name);
    if (known && performance.now() - known.at < COUNT_EVERY_MS) return known.statistics;
    const statistics = count();
    this.#counted.set(name, { at: performance.now(), statistics });
    statistics.catch(() => this.#counted.delete(name));
    return statistics;
  }

  async look(): Promise<void> {
    this.#looked = performance.now();
    const { rows } = await this.#ask(LIST, [NAME_PREFIX]);
    this.#names = new Set(rows.map(({ name }) => name));
    for (const name of this.#counted.keys()) if (!this.#names.has(name)) this.#counted.delete(name);
  }
}
