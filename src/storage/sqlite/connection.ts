import { render, type Sql, type SqlValue } from '../sql.js';
import type { Row, Tx } from '../statement.js';
import { openSqlite, type SqliteHandle, type SqliteStatement } from './driver.js';

/** Distinct statement texts kept prepared; ours number about a hundred, batches add one per size. */
const PREPARED_CAP = 500;
const BUSY_MS = 5_000;
/** How long writers wait for a reader while the log is emptied; it is tried again later. */
const EMPTY_LOG_MS = 500;

/** Statements that only read; others, `with … insert` among them, count as writes. */
const READS = /^\s*select\b/i;

interface Prepared {
  statement: SqliteStatement;
  writes: boolean;
}

/** One connection inside one thread. Statements are prepared once and found again by their text. */
export class SqliteConnection implements Tx {
  readonly dialect = 'sqlite' as const;
  readonly handle: SqliteHandle;
  readonly #prepared = new Map<string, Prepared>();
  /** Something may have been written since this was last set to false. */
  wrote = false;

  constructor(path: string, options: { readOnly: boolean }) {
    this.handle = openSqlite(path);
    // Deleted content is overwritten with zeros: freed pages would else keep a forgotten text until they are used again.
    if (!options.readOnly) {
      this.handle.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma secure_delete = on');
    }
    // FULL: an acknowledged commit is on the disk. The WAL is folded back about every 32 MB.
    this.handle.exec(
      `pragma synchronous = full; pragma busy_timeout = ${BUSY_MS}; pragma temp_store = memory; pragma cache_size = -64000; ` +
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
      found = { statement: this.handle.prepare(text), writes: !READS.test(text) };
      this.#prepared.set(text, found);
    }
    return found;
  }

  /** The statement, noted as a write where it may be one. */
  #ready(query: Sql): SqliteStatement {
    const { statement, writes } = this.#find(render(query, 'sqlite'));
    if (writes) this.wrote = true;
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
    const changes = Number(this.prepare(render(query, 'sqlite')).run(...(query.values as SqlValue[])).changes);
    if (changes > 0) this.wrote = true;
    return changes;
  }

  iterate(query: Sql): IterableIterator<Row> {
    return this.#ready(query).iterate(...(query.values as SqlValue[])) as IterableIterator<Row>;
  }

  /** Folds the log into the file and cuts it to nothing; false when a reader still needs it. */
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
