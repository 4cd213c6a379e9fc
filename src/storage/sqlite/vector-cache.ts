import { among, raw, sql } from '../sql.js';
import type { SqliteConnection } from './connection.js';
import { changesSince, lastChange, type UserScope } from './journal-changes.js';
import { ScopeVectors } from './scope-vectors.js';
import { SEGMENT_BYTES, VectorMemory } from './vector-memory.js';

interface Cached {
  vectors: ScopeVectors;
  /** The journal's place up to which `vectors` has seen everything. */
  seq: number;
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
      if (this.#catchUp(scope, cached)) {
        this.#scopes.set(name, cached);
        return cached.vectors;
      }
      cached.vectors.free();
    }
    const fresh = this.#load(scope, dimensions);
    if (fresh && fresh !== 'too large') this.#scopes.set(name, fresh);
    return fresh && fresh !== 'too large' ? fresh.vectors : fresh;
  }

  #load(scope: Scope, dimensions: number): Cached | null | 'too large' {
    this.loads++;
    const seq = lastChange(this.#db);
    const vectors = new ScopeVectors(this.#memory, dimensions);
    for (const row of this.rows(scope)) {
      const bytes = row.vector as Uint8Array;
      if (bytes.byteLength !== dimensions * 4) continue;
      if (!this.#add(vectors, row.memory_id as string, bytes)) {
        vectors.free();
        return 'too large';
      }
    }
    return vectors.ids.length ? { vectors, seq } : null;
  }

  /** By memory, the passages of each in their order: that is how they lie in the table. */
  rows(scope: Scope, ids?: readonly string[]) {
    const some = ids ? sql`and ${among('sqlite', 'memory_id', ids)}` : raw('');
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
