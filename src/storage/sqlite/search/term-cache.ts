import { sql } from '../../sql.js';
import type { SqliteConnection } from '../connection.js';
import { catchUp, lastChange, type UserScope } from './journal-changes.js';
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
/** Memories that are loaded at a time. */
const CHUNK = 256;
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
    const { terms } = cached;
    const continued = cached.loadedTo !== BEGINNING;
    for (let count = CHUNK; count === CHUNK; ) {
      const { ids, lengths, packed, last } = this.#chunk(scope, cached.loadedTo ?? BEGINNING);
      count = ids.length;
      // What has changed since the interruption may be met again.
      if (continued) for (const id of ids) terms.remove(id);
      terms.load(ids, lengths, packed);
      if (count > 0) cached.loadedTo = { created_at: last, id: ids.at(-1) as string };
      this.#db.noteProgress();
    }
    cached.loadedTo = null;
  }

  /** Many memories in one row: reading a row each takes several times as long. */
  #chunk({ keyId, userId }: UserScope, { created_at: at, id }: Place) {
    const row = this.#db.get<{
      ids: string;
      lengths: string;
      packed: Uint8Array | null;
      last: number | null;
    }>(sql`select
        json_group_array(id) as ids, json_group_array(terms_length) as lengths, cast(group_concat(terms, char(10)) as blob) as packed,
        max(created_at) as last
      from (select id, created_at, terms_length, terms from memories
        where key_id = ${keyId} and user_id = ${userId} and (created_at, id) > (${at}, ${id})
        order by created_at, id limit ${CHUNK})`);
    return {
      ids: JSON.parse(row?.ids ?? '[]') as string[],
      lengths: JSON.parse(row?.lengths ?? '[]') as number[],
      packed: row?.packed ?? new Uint8Array(0),
      last: row?.last ?? 0,
    };
  }

  /** Returns false if the scope has to be reloaded. */
  #catchUp(scope: UserScope, cached: Cached): boolean {
    const { terms } = cached;
    return catchUp(this.#db, scope, cached, terms.size, (id) => {
      terms.remove(id);
      const row = this.#db.get<{
        user_id: string;
        terms_length: number;
        terms: string;
      }>(sql`select user_id, terms_length, terms
        from memories where key_id = ${scope.keyId} and id = ${id}`);
      if (row?.user_id === scope.userId) terms.add(id, row.terms_length, row.terms);
      return true;
    });
  }
}
