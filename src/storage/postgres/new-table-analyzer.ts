import { SECOND } from '../../kernel/clock.js';

type Ask = (text: string, values?: unknown[]) => Promise<{ rows: { name: string }[] }>;

/** The tables that searches read. */
const TABLES = ['memories', 'memory_words', 'memory_vectors'];
/** With fewer rows any plan is good enough. */
const MIN_ROWS_TO_ANALYZE = 200;
const CHECK_EVERY_MS = 5 * SECOND;

/** -1: the server has never counted the table's rows. */
const UNKNOWN = `select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) and c.reltuples < 0`;
const FILLED = `${UNKNOWN} and pg_stat_get_live_tuples(c.oid) >= $2`;

/**
 * For a table that was never analysed, the planner assumes that any two conditions leave one row, and picks an index that leaves thousands.
 * Autovacuum fixes that a minute after the first rows, but a new user's first searches come earlier. So statements trigger an analysis of the tables,
 * once for each, until the server has statistics for all of them; nobody waits for it.
 */
export class NewTableAnalyzer {
  readonly #ask: Ask;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #known = false;
  readonly #distributed: boolean;

  /** `distributed`: the server counts the rows of the shards, on the workers, and none for the whole table. */
  constructor(ask: Ask, distributed = false) {
    this.#ask = ask;
    this.#distributed = distributed;
  }

  analyzeIfDue(): void {
    if (this.#known || performance.now() - this.#checkedAt < CHECK_EVERY_MS) return;
    this.#checkedAt = performance.now();
    void this.check().catch(() => {});
  }

  async check(): Promise<void> {
    for (const { name } of await this.#filled()) await this.#ask(`analyze ${name}`);
    this.#known = (await this.#ask(UNKNOWN, [TABLES])).rows.length === 0;
  }

  async #filled(): Promise<{ name: string }[]> {
    if (!this.#distributed) return (await this.#ask(FILLED, [TABLES, MIN_ROWS_TO_ANALYZE])).rows;
    const unknown = (await this.#ask(UNKNOWN, [TABLES])).rows;
    const counts = unknown.map(({ name }) => this.#ask(`select 1 from ${name} limit ${MIN_ROWS_TO_ANALYZE}`));
    const filled = (await Promise.all(counts)).map(({ rows }) => rows.length >= MIN_ROWS_TO_ANALYZE);
    return unknown.filter((_, i) => filled[i]);
  }
}
