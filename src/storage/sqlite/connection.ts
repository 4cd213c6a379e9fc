import { render, type Sql, type SqlValue } from '../sql.js';
import type { Row, Tx } from '../statement.js';
import { openSqlite, type SqliteHandle, type SqliteStatement } from './driver.js';
import { interruptible } from './interruptible.js';
import type { Pulse } from './pulse.js';

/** Distinct statement texts kept prepared; we have about a hundred, and batches add one per size. */
const PREPARED_CAP = 500;
const BUSY_MS = 5_000;
/** How long writers wait for a reader while the log is emptied; after that it is retried later. */
const EMPTY_LOG_MS = 50;

/** Statements that only read; all others, including `with … insert`, count as writes. */
const READS = /^\s*select\b/i;
const DELETES = /^\s*delete\b/i;

interface Prepared {
  statement: SqliteStatement;
  writes: boolean;
  deletes: boolean;
}

/** One connection inside one thread. Statements are prepared once and cached by their text. */
export class SqliteConnection implements Tx {
  readonly dialect = 'sqlite' as const;
  readonly handle: SqliteHandle;
  readonly #prepared = new Map<string, Prepared>();
  readonly #pulse: Pulse | undefined;
  /** Something may have been written since this was last set to false. */
  wrote = false;
  /** Rows may have been deleted since this was last set to false. */
  removed = false;

  /** With a pulse, every statement can be interrupted while it runs. */
  constructor(
    readonly path: string,
    options: { readOnly: boolean; pulse?: Pulse },
  ) {
    this.handle = openSqlite(path);
    this.#pulse = options.pulse;
    if (this.#pulse) this.handle.function('alive', { deterministic: false }, () => this.check());
    // Deleted content is overwritten with zeros: otherwise freed pages would hold a forgotten text until they are reused.
    if (!options.readOnly)
      this.handle.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma secure_delete = on');
    // FULL: an acknowledged commit is on disk. The WAL is checkpointed about every 32 MB. Each thread has its own page cache in front of
    // the operating system's, which all share.
    this.handle.exec(
      `pragma synchronous = full; pragma busy_timeout = ${BUSY_MS}; pragma temp_store = memory; pragma cache_size = -8000; ` +
        'pragma wal_autocheckpoint = 4000; pragma journal_size_limit = 67108864',
    );
    if (options.readOnly) this.handle.exec('pragma query_only = on');
  }

  prepare(text: string): SqliteStatement {
    return this.#find(text).statement;
  }

  #find(text: string): Prepared {
    let found = this.#prepared.get(text);
    if (!found) {
      if (this.#prepared.size >= PREPARED_CAP) this.#prepared.clear();
      const run = this.#pulse ? interruptible(text) : text;
      found = { statement: this.handle.prepare(run), writes: !READS.test(text), deletes: DELETES.test(text) };
      this.#prepared.set(text, found);
    }
    return found;
  }

  /** Throws if the running statement has to end; returns 1 otherwise. */
  check(): number {
    this.#pulse?.check();
    return 1;
  }

  /** Progress so far is kept by the code that made it: an interrupted read that is repeated continues from there. */
  noteProgress(): void {
    this.#pulse?.keep();
  }
  discardProgress(): void {
    this.#pulse?.discard();
  }

  /** Returns the prepared statement, and records a write if it may be one. */
  #ready(query: Sql): SqliteStatement {
    this.check();
    const { statement, writes, deletes } = this.#find(render(query, 'sqlite'));
    if (writes) this.wrote = true;
    if (deletes) this.removed = true;
    return statement;
  }

  all<T = Row>(query: Sql): T[] {
    return this.#ready(query).all(...(query.values as SqlValue[])) as T[];
  }

  get<T = Row>(query: Sql): T | undefined {
    return this.#ready(query).get(...(query.values as SqlValue[])) as T | undefined;
  }

  /** A write that changed nothing leaves nothing to undo. */
  run(query: Sql): number {
    const { statement, deletes } = this.#find(render(query, 'sqlite'));
    const changes = Number(statement.run(...(query.values as SqlValue[])).changes);
    if (changes > 0) this.wrote = true;
    if (changes > 0 && deletes) this.removed = true;
    return changes;
  }

  *iterate(query: Sql): IterableIterator<Row> {
    const statement = this.#ready(query);
    try {
      yield* statement.iterate(...(query.values as SqlValue[])) as IterableIterator<Row>;
    } catch (error) {
      // The driver would report the same failure again when the statement is next iterated.
      this.#prepared.delete(render(query, 'sqlite'));
      throw error;
    }
  }

  /** Checkpoints the log into the file and truncates it; returns false if a reader still needs it. */
  emptyLog(): boolean {
    this.exec(`pragma busy_timeout = ${EMPTY_LOG_MS}`);
    try {
      return Number(this.handle.prepare('pragma wal_checkpoint(truncate)').get()?.busy) === 0;
    } catch {
      return false;
    } finally {
      this.exec(`pragma busy_timeout = ${BUSY_MS}`);
    }
  }

  exec(text: string): void {
    this.handle.exec(text);
  }

  close(): void {
    this.#prepared.clear();
    this.handle.close();
  }
}
