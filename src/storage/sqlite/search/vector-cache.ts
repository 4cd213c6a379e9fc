import { type Sql, sql } from '../../sql.js';
import type { SqliteConnection } from '../connection.js';
import { changesSince, lastChange, type UserScope } from './journal-changes.js';
import { ScopeVectors } from './scope-vectors.js';
import { SEGMENT_BYTES, VectorMemory } from './vector-memory.js';

/** Passages that are loaded at a time. */
const CHUNK = 512;

interface Cached {
  vectors: ScopeVectors;
  /** The journal position up to which `vectors` is complete. */
  seq: number;
  /** The last loaded memory, if the load was interrupted. */
  loadedTo: string | null;
}
interface Scope extends UserScope {
  model: string;
}

/**
 * The vectors of the scopes in use. Every change of a memory is in the journal, so a scope is brought up to date by reading the journal since its
 * last update, inside the reader's own snapshot: it can never disagree with the rows. The least recently used scopes are evicted when the cap is
 * reached; a scope larger than the cap is not cached at all.
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

  /** The scope's vectors as of this transaction; null if it has none, 'too large' if it does not fit under the cap. */
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

  /** Returns false if the scope has to be reloaded. If interrupted, it can be repeated. */
  #complete(name: string, scope: Scope, cached: Cached): boolean {
    try {
      return (cached.loadedTo === null || this.#load(name, scope, cached)) && this.#catchUp(scope, cached);
    } catch (error) {
      this.#scopes.set(name, cached);
      throw error;
    }
  }

  /**
   * Loads the memories after `loadedTo`; returns false if they do not fit. If interrupted, it keeps what it has: the next call continues there, and
   * what has changed meanwhile is in the journal.
   */
  #load(name: string, scope: Scope, cached: Cached): boolean {
    const { vectors } = cached;
    const bytes = vectors.dimensions * 4;
    let [id, passage] = [cached.loadedTo ?? '', Number.MAX_SAFE_INTEGER];
    try {
      for (let count = CHUNK; count === CHUNK; ) {
        const chunk = this.#chunk(scope, bytes, id, passage);
        const places = JSON.parse(chunk.places) as [string, number][];
        count = places.length;
        for (const [i, [next, number]] of places.entries()) {
          if (next !== id) cached.loadedTo = id;
          [id, passage] = [next, number];
          if (!this.#add(vectors, id, chunk.vectors.subarray(i * bytes, (i + 1) * bytes))) return false;
        }
      }
      cached.loadedTo = null;
      return true;
    } catch (error) {
      if (id && id !== cached.loadedTo) vectors.remove(id); // some of its passages may be missing
      this.#scopes.set(name, cached);
      this.#db.noteProgress();
      throw error;
    }
  }

  /** Many passages in one row: reading a row each takes several times as long. `group_concat` takes the bytes of a blob as they are. */
  #chunk({ keyId, userId, model }: Scope, bytes: number, id: string, passage: number) {
    return this.#db.get<{ places: string; vectors: Uint8Array }>(sql`select
        json_group_array(json_array(memory_id, passage)) as places, cast(group_concat(vector, '') as blob) as vectors
      from (select memory_id, passage, vector from memory_vectors
        where key_id = ${keyId} and user_id = ${userId} and model = ${model} and (memory_id, passage) > (${id}, ${passage})
          and length(vector) = ${bytes} order by memory_id, passage limit ${CHUNK})`) as {
      places: string;
      vectors: Uint8Array;
    };
  }

  /** By memory, each memory's passages in order: the order of the table. */
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

  /** Returns false if the scope has to be reloaded. */
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
