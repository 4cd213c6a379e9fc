import { FolderInUse, FolderLock } from '../sqlite/lock.js';
import { copyTable } from './copy.js';
import { countOf, Snapshots } from './snapshot.js';
import { type Table, tablesOf } from './tables.js';
import { isServed, type TakeoverState, Target } from './target.js';
import { checkTable, type TableCheck } from './verify.js';

export type { TableCheck } from './verify.js';

export interface TakeoverOptions {
  /** The data folder of the embedded database. */
  dataDir: string;
  databaseUrl: string;
  /** Copies what changed since the last copy. */
  catchUp: boolean;
  /** Empties what an earlier takeover has copied, and starts over. */
  restart: boolean;
  verify: boolean;
  onProgress?: (progress: TakeoverProgress) => void;
}
export interface TakeoverProgress {
  doing: 'snapshot' | 'copy' | 'catch-up' | 'verify';
  table: string;
  /** Rows of the table that this run has copied. */
  rows: number;
  /** Rows of SQLite's table. Words are packed there; PostgreSQL has many more rows for them. */
  of: number;
}
export interface TakeoverReport {
  /** Nothing could be written since the last snapshot: the target is now the database. */
  final: boolean;
  /** Empty if verification was skipped. */
  tables: TableCheck[];
}

/** Why a takeover cannot continue, worded for the person who started it. */
export class TakeoverProblem extends Error {
  override readonly name = 'TakeoverProblem';
}

/**
 * Moves the embedded database to PostgreSQL: a snapshot is copied while the service keeps running, then the differences to newer snapshots, the last
 * one after the service was stopped. Each batch is recorded in the transaction that copies it: if killed, the next run continues from there.
 */
export async function takeOver(options: TakeoverOptions): Promise<TakeoverReport> {
  const snapshots = new Snapshots(options.dataDir);
  if (!snapshots.hasSource) throw new TakeoverProblem(`There is no embedded database in ${options.dataDir}.`);
  const lock = lockOf(options.dataDir);
  try {
    const target = await Target.open(options.databaseUrl);
    try {
      return await new Takeover(options, snapshots, target, lock !== null).run();
    } finally {
      await target.close();
    }
  } finally {
    lock?.release();
  }
}

/** Null while a service holds the folder. */
function lockOf(folder: string): FolderLock | null {
  try {
    return FolderLock.take(folder);
  } catch (error) {
    if (error instanceof FolderInUse) return null;
    throw error;
  }
}

class Takeover {
  readonly #options: TakeoverOptions;
  readonly #snapshots: Snapshots;
  readonly #target: Target;
  readonly #alone: boolean;

  constructor(options: TakeoverOptions, snapshots: Snapshots, target: Target, alone: boolean) {
    this.#options = options;
    this.#snapshots = snapshots;
    this.#target = target;
    this.#alone = alone;
  }

  async run(): Promise<TakeoverReport> {
    let state = await this.#begun();
    let latest = false; // whether this run took the snapshot
    if (!state) {
      state = await this.#next('copy', null);
      latest = true;
    } else if (state.step === 'ready' && !this.#options.catchUp) {
      throw new TakeoverProblem('The copy is complete: migrate what changed since with --catch-up.');
    }
    if (state.step !== 'ready') state = await this.#bring(state);
    if (!latest && (this.#options.catchUp || this.#alone)) {
      state = await this.#bring(await this.#next('catch-up', state.base));
      latest = true;
    }
    const tables = this.#options.verify ? await this.#verify(state.base as string) : [];
    if (tables.some(({ same }) => !same)) return { final: false, tables };
    const final = latest && this.#alone;
    if (final) {
      await this.#target.begin({ step: 'done', base: null, next: null });
      this.#snapshots.removeAllBut([]);
    }
    return { final, tables };
  }

  /** The state in which an earlier run stopped; null: start from the beginning. */
  async #begun(): Promise<TakeoverState | null> {
    let state = await this.#target.state();
    if (state?.step === 'done') {
      throw new TakeoverProblem(
        'This database has already taken over, and holds what was stored in it since. To start over, use an empty database.',
      );
    }
    if (this.#options.restart && state) {
      await this.#refuseServed();
      await this.#target.clear();
      state = null;
    }
    if (!state) {
      const filled = await this.#target.firstFilled();
      if (filled) throw new TakeoverProblem(`The database already contains data (${filled}): use an empty one.`);
      await this.#refuseServed();
      await this.#target.clear(); // remove what the start of a service may have left
    }
    for (const id of [state?.base, state?.next]) {
      if (id && !this.#snapshots.has(id))
        throw new TakeoverProblem('The snapshot that was being copied no longer exists: start over with --restart.');
    }
    this.#snapshots.removeAllBut([state?.base ?? null, state?.next ?? null]);
    return state;
  }

  async #refuseServed(): Promise<void> {
    if (await isServed(this.#target.client))
      throw new TakeoverProblem('A service is running on that PostgreSQL: stop it, and run this again.');
  }

  async #next(step: 'copy' | 'catch-up', base: string | null): Promise<TakeoverState> {
    this.#report('snapshot', '', 0, 0);
    const state = { step, base, next: this.#snapshots.take() };
    await this.#target.begin(state);
    return state;
  }

  async #bring({ step, base, next }: TakeoverState): Promise<TakeoverState> {
    const differences = step === 'catch-up';
    const source = this.#snapshots.open(next as string, base ?? undefined);
    try {
      for (const table of await tablesOf(source, this.#target.client)) {
        const of = countOf(source, table);
        let rows = 0;
        const onRows = (name: string, more: number) => {
          rows += more;
          this.#report(differences ? 'catch-up' : 'copy', name, rows, of);
        };
        await copyTable(source, this.#target, table, { differences, onRows });
      }
    } finally {
      source.close();
    }
    const ready: TakeoverState = { step: 'ready', base: next, next: null };
    await this.#target.begin(ready);
    this.#snapshots.removeAllBut([next]);
    return ready;
  }

  async #verify(snapshot: string): Promise<TableCheck[]> {
    const source = this.#snapshots.open(snapshot);
    try {
      const checks: TableCheck[] = [];
      const tables: Table[] = await tablesOf(source, this.#target.client);
      for (const table of tables) {
        const check = await checkTable(source, this.#target, table);
        this.#report('verify', table.name, check.target.rows, check.source.rows);
        checks.push(check);
      }
      return checks;
    } finally {
      source.close();
    }
  }

  #report(doing: TakeoverProgress['doing'], table: string, rows: number, of: number): void {
    this.#options.onProgress?.({ doing, table, rows, of });
  }
}
