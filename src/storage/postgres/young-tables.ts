import { SECOND } from '../../kernel/clock.js';

type Ask = (text: string, values?: unknown[]) => Promise<{ rows: { name: string }[] }>;

/** Those that searches read. */
const TABLES = ['memories', 'memory_words', 'memory_vectors'];
/** With fewer rows any plan will do. */
const WORTH_IT = 200;
const LOOK_EVERY_MS = 5 * SECOND;

/** -1: the server has never counted the table's rows. */
const UNKNOWN = `select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) and c.reltuples < 0`;
const FILLED = `${UNKNOWN} and pg_stat_get_live_tuples(c.oid) >= $2`;

/**
 * Of a table that was never analysed the planner believes that any two conditions leave one row, and takes an index that leaves thousands.
 * Autovacuum puts that right a minute after the first rows; a newcomer's first searches come earlier. So the statement that comes by has the tables
 * analysed, each once, until the server knows all of them; nobody waits for it.
 */
export class YoungTables {
  readonly #ask: Ask;
  #looked = Number.NEGATIVE_INFINITY;
  #known = false;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  comeBy(): void {
    if (this.#known || performance.now() - this.#looked < LOOK_EVERY_MS) return;
    this.#looked = performance.now();
    void this.look().catch(() => {});
  }

  async look(): Promise<void> {
    const { rows } = await this.#ask(FILLED, [TABLES, WORTH_IT]);
    for (const { name } of rows) await this.#ask(`analyze ${name}`);
    this.#known = (await this.#ask(UNKNOWN, [TABLES])).rows.length === 0;
  }
}
