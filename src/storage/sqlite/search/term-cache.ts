import { sql } from '../../sql.js';
import type { Row } from '../../statement.js';
import type { SqliteConnection } from '../connection.js';
import { changesSince, lastChange, type UserScope } from './journal-changes.js';
import { RecentScopes } from './recent-scopes.js';
import { ScopeTerms } from './scope-terms.js';

interface Cached {
  terms: ScopeTerms;
  /** The journal position up to which `terms` is complete. */
  seq: number;
  /** The last loaded memory, if the load was interrupted. */
  loadedTo: Place | null;
}
interface Place {
  created_at: number;
  id: string;
}
const BEGINNING: Place = { created_at: Number.MIN_SAFE_INTEGER, id: '' };

/** The words of the scopes in use, kept up to date from the journal like the vectors; the least recently used scopes are evicted at the cap. */
export class TermCache {
  readonly #db: SqliteConnection;
  readonly #scopes: RecentScopes<Cached>;

  constructor(db: SqliteConnection, capBytes: number) {
    this.#db = db;
    this.#scopes = new RecentScopes(capBytes, ({ terms }) => terms.bytes);
  }

  /** Total over all cached scopes. */
  get bytes(): number {
    return this.#scopes.bytes;
  }

  /** The scope's words as of this transaction. */
  get(scope: UserScope): ScopeTerms {
    const name = JSON.stringify([scope.keyId, scope.userId]);
    let cached = this.#scopes.take(name);
    try {
      if (cached?.loadedTo) this.#load(scope, cached);
      if (!cached || cached.terms.worn || !this.#catchUp(scope, cached)) {
        cached = { terms: new ScopeTerms(), seq: lastChange(this.#db), loadedTo: BEGINNING };
        this.#load(scope, cached);
      }
      return cached.terms;
    } finally {
      if (cached) this.#scopes.put(name, cached);
    }
  }

  /** Loads what comes after `loadedTo`. If interrupted, it keeps what it has: the next call continues there. */
  #load(scope: UserScope, cached: Cached): void {
    const { created_at: at, id } = cached.loadedTo ?? BEGINNING;
    const rows = this.#db.iterate(sql`select id, created_at, terms_length, terms from memories
      where key_id = ${scope.keyId} and user_id = ${scope.userId} and (created_at, id) > (${at}, ${id})
      order by created_at, id`);
    let last: Row | undefined;
    try {
      for (const row of rows) {
        cached.terms.add(row.id as string, row.terms_length as number, row.terms as string);
        last = row;
      }
    } catch (error) {
      if (last) cached.loadedTo = { created_at: last.created_at as number, id: last.id as string };
      this.#db.noteProgress();
      throw error;
    }
    cached.loadedTo = null;
  }

  #catchUp(scope: UserScope, cached: Cached): boolean {
    const changes = changesSince(this.#db, scope, cached.seq);
    if (changes === 'all') return false;
    for (const id of changes.ids) {
      cached.terms.remove(id);
      const row = this.#db.get<{
        user_id: string;
        terms_length: number;
        terms: string;
      }>(sql`select user_id, terms_length, terms
        from memories where key_id = ${scope.keyId} and id = ${id}`);
      if (row?.user_id === scope.userId) cached.terms.add(id, row.terms_length, row.terms);
    }
    cached.seq = changes.seq;
    return true;
  }
}
