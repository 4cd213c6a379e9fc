import { type Sql, sql } from '../../sql.js';
import type { SqliteConnection } from '../connection.js';
import { changesSince, lastChange, type UserScope } from './journal-changes.js';
import { ScopeVectors } from './scope-vectors.js';
import { SEGMENT_BYTES, VectorMemory } from './vector-memory.js';

interface Cached {
  vectors: ScopeVectors;
  /** The journal's place up to which `vectors` has seen everything. */
  seq: number;
  /** The memory up to which it is loaded, when the load was interrupted. */
  loadedTo: string | null;
}
interface Scope extends UserScope {
  model: string;
}

/**
 * The vectors of the scopes in use. Every change of a memory is in the journal, so a scope is brought up to date by reading the
 * journal since its last look, inside the reader's own snapshot: it can never disagree with the rows. Least recently used
 * scopes leave when the cap is reached; a scope larger than the cap is not held at all.
 */
export class VectorCache {
  readonly #db: SqliteConnection;
  readonly #memory: VectorMemory;
  readonly #scopes = new Map<string, Cached>(); // in order of use
  loads = 0;
  evictions = 0;

  constructor(db: SqliteConnection, capBytes: number) {
    this.#db = db;
    this.#memory = new VectorMemory(Math.max(1, Math.floor(capBytes / SEGMENT_BYTES)));
  }

  figures() {
    const overhead = [...this.#scopes.values()].reduce((sum, cached) => sum + cached.vectors.overheadBytes, 0);
    return {
      bytes: this.#memory.used * SEGMENT_BYTES + overhead,
      capBytes: this.#memory.capSegments * SEGMENT_BYTES,
      scopes: this.#scopes.size,
      loads: this.loads,
      evictions: this.evictions,
    };
  }

  /** The scope's vectors as of this transaction; null when it has none, 'too large' when it does not fit under the cap. */
  get(scope: Scope, dimensions: number): ScopeVectors | null | 'too large' {
    const name = JSON.stringify([scope.keyId, scope.userId, scope.model]);
    const cached = this.#scopes.get(name);
    if (cached) {
      this.#scopes.delete(name);
      if (this.#complete(name, scope, cached)) {
        this.#scopes.set(name, cached);
        return cached.vectors;
      }
      cached.vectors.free();
    }
    this.loads++;
    const fresh = { vectors: new ScopeVectors(this.#memory, dimensions), seq: lastChange(this.#db), loadedTo: '' };
    if (!this.#load(name, scope, fresh)) {
      fresh.vectors.free();
      return 'too large';
    }
    if (fresh.vectors.ids.length === 0) return null;
    this.#scopes.set(name, fresh);
    return fresh.vectors;
  }

  /** False when the scope has to be loaded anew. Interrupted, it can be done again. */
  #complete(name: string, scope: Scope, cached: Cached): boolean {
    try {
      return (cached.loadedTo === null || this.#load(name, scope, cached)) && this.#catchUp(scope, cached);
    } catch (error) {
      this.#scopes.set(name, cached);
      throw error;
    }
  }

  /**
   * Loads the memories after `loadedTo`; false when they do not fit. Interrupted, it keeps what it has: the next call goes on there, and what
   * has changed meanwhile is in the journal.
   */
  #load(name: string, scope: Scope, cached: Cached): boolean {
    const { vectors } = cached;
    let id = cached.loadedTo;
    try {
      for (const row of this.rows(scope, sql`and memory_id > ${cached.loadedTo}`)) {
        if (row.memory_id !== id) cached.loadedTo = id;
        id = row.memory_id as string;
        const bytes = row.vector as Uint8Array;
        if (bytes.byteLength !== vectors.dimensions * 4) continue;
        if (!this.#add(vectors, id, bytes)) return false;
      }
      cached.loadedTo = null;
      return true;
    } catch (error) {
      if (id && id !== cached.loadedTo) vectors.remove(id); // not all of its passages may be there
      this.#scopes.set(name, cached);
      this.#db.noteProgress();
      throw error;
    }
  }

  /** By memory, the passages of each in their order: that is how they lie in the table. */
  rows(scope: Scope, some: Sql) {
    return this.#db.iterate(sql`select memory_id, vector from memory_vectors
      where key_id = ${scope.keyId} and user_id = ${scope.userId} and model = ${scope.model} ${some} order by memory_id, passage`);
  }

  #add(vectors: ScopeVectors, id: string, bytes: Uint8Array): boolean {
    while (!vectors.add(id, bytes)) {
      const oldest = this.#scopes.entries().next();
      if (oldest.done) return false;
      this.#scopes.delete(oldest.value[0]);
      oldest.value[1].vectors.free();
      this.evictions++;
    }
    return true;
  }

  /** False when the scope has to be loaded anew. */
  #catchUp(scope: Scope, cached: Cached): boolean {
    const changes = changesSince(this.#db, scope, cached.seq);
    if (changes === 'all') return false;
    for (const id of changes.ids) {
      cached.vectors.remove(id);
      const rows = this.#db.all<{ vector: Uint8Array }>(sql`select vector from memory_vectors
        where key_id = ${scope.keyId} and user_id = ${scope.userId} and model = ${scope.model} and memory_id = ${id} order by passage`);
      for (const row of rows) {
        if (row.vector.byteLength !== cached.vectors.dimensions * 4) continue;
        if (!this.#add(cached.vectors, id, row.vector)) return false;
      }
    }
    cached.seq = changes.seq;
    return true;
  }
}
