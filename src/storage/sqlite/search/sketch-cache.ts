import { unpackSketch } from '../../sketches.js';
import { sql } from '../../sql.js';
import type { SqliteConnection } from '../connection.js';
import type { UserScope } from './journal-changes.js';
import { RecentScopes } from './recent-scopes.js';
import { ScopeSketches } from './scope-sketches.js';

/** Numbers of a sketch. */
const WIDTH = 4;
/** Removed memories keep their space until they reach this share of a scope. */
const GONE_SHARE = 0.3;
const GONE_MIN = 1_000;

/**
 * The sketches of the scopes that are written to, in the writer thread: nothing else changes them, because one process holds the folder. A scope is
 * loaded from the memories' rows at its first store; the least recently used scopes are evicted at the cap. It may contain memories that were never
 * committed, which callers detect from the rows, but it never lacks one.
 */
export class SketchCache {
  readonly #db: SqliteConnection;
  readonly #scopes: RecentScopes<ScopeSketches>;
  /** Scopes that lack, or may lack, what the current transaction deleted: a rollback restores those rows. */
  readonly #lacking = new Set<string>();

  constructor(db: SqliteConnection, capBytes: number) {
    this.#db = db;
    this.#scopes = new RecentScopes(capBytes, (sketches) => sketches.bytes);
  }

  get bytes(): number {
    return this.#scopes.bytes;
  }

  /** A transaction begins. */
  begin(): void {
    this.#lacking.clear();
  }
  /** The transaction, or a part of it, was rolled back. */
  undone(): void {
    for (const name of this.#lacking) this.#scopes.take(name);
    this.begin();
  }

  get(scope: UserScope): ScopeSketches {
    const name = nameOf(scope);
    let sketches = this.#scopes.take(name);
    if (!sketches) {
      sketches = this.#load(scope);
      this.#lacking.add(name);
    }
    this.#scopes.put(name, sketches);
    return sketches;
  }

  /** Does nothing for a scope that is not cached: its rows will be read. */
  add(scope: UserScope, id: string, numbers: ArrayLike<number>): void {
    const name = nameOf(scope);
    const sketches = this.#scopes.take(name);
    if (!sketches) return;
    if (numbers.length > 0) sketches.add(id, numbers);
    this.#scopes.put(name, sketches);
  }

  holds(scope: UserScope): boolean {
    return this.#scopes.has(nameOf(scope));
  }

  remove(scope: UserScope, ids: readonly string[]): void {
    const name = nameOf(scope);
    const sketches = this.#scopes.take(name);
    if (!sketches) return;
    this.#lacking.add(name);
    for (const id of ids) sketches.remove(id);
    if (sketches.gone <= GONE_MIN || sketches.gone <= sketches.size * GONE_SHARE) this.#scopes.put(name, sketches);
  }

  forget(scope: UserScope): void {
    this.#scopes.take(nameOf(scope));
  }

  #load(scope: UserScope): ScopeSketches {
    const sketches = new ScopeSketches(WIDTH);
    const rows = this.#db.iterate(sql`select id, sketch from memories
      where key_id = ${scope.keyId} and user_id = ${scope.userId} and sketch is not null order by created_at, id`);
    for (const row of rows) sketches.add(row.id as string, unpackSketch(row.sketch as Uint8Array));
    return sketches;
  }
}

const nameOf = ({ keyId, userId }: UserScope) => `${keyId}\0${userId}`;
