import { dot } from '../../../ranking/dot.js';
import { among, sql } from '../../sql.js';
import { fromVectorColumn } from '../../vectors.js';
import type { SqliteConnection } from '../connection.js';
import { catchUp, lastChange, type UserScope } from './journal-changes.js';
import { ScopeVectors } from './scope-vectors.js';
import { perSegment, SEGMENT_BYTES, strideOf, VectorMemory } from './vector-memory.js';

/** Passages that are loaded at a time. */
const CHUNK = 512;
/** How long a scope that did not fit is not tried again: trying evicts all others. */
const TOO_LARGE_MS = 60_000;
const TOO_LARGE_CAP = 1_000;

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
  /** Scopes that did not fit, with the time from which they are tried again. */
  readonly #tooLarge = new Map<string, number>();
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
      if (cached.vectors.dimensions === dimensions && this.#complete(name, scope, cached)) {
        this.#scopes.set(name, cached);
        return cached.vectors;
      }
      cached.vectors.free();
    }
    if (perSegment(strideOf(dimensions)) === 0 || (this.#tooLarge.get(name) ?? 0) > performance.now())
      return 'too large';
    this.loads++;
    const fresh = { vectors: new ScopeVectors(this.#memory, dimensions), seq: lastChange(this.#db), loadedTo: '' };
    if (!this.#load(name, scope, fresh)) {
      fresh.vectors.free();
      this.#db.discardProgress();
      if (this.#tooLarge.size >= TOO_LARGE_CAP) this.#tooLarge.clear();
      this.#tooLarge.set(name, performance.now() + TOO_LARGE_MS);
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
    const { dimensions } = vectors;
    let [id, passage] = [cached.loadedTo ?? '', Number.MAX_SAFE_INTEGER];
    try {
      for (let count = CHUNK; count === CHUNK; ) {
        const chunk = this.#chunk(scope, dimensions * 4, id, passage);
        count = chunk.ids.length;
        for (let i = 0; i < count; i++) {
          const next = chunk.ids[i] as string;
          if (next !== id) cached.loadedTo = id;
          [id, passage] = [next, chunk.passages[i] as number];
          if (!this.#add(vectors, 'append', id, chunk.vectors.subarray(i * dimensions, (i + 1) * dimensions)))
            return false;
        }
        this.#db.noteProgress();
      }
      cached.loadedTo = null;
      return true;
    } catch (error) {
      if (id && id !== cached.loadedTo) vectors.remove(id); // some of its passages may be missing
      this.#scopes.set(name, cached);
      throw error;
    }
  }

  /** Many passages in one row: reading a row each takes several times as long. `group_concat` takes the bytes of a blob as they are. */
  #chunk({ keyId, userId, model }: Scope, bytes: number, id: string, passage: number) {
    const row = this.#db.get<{ ids: string; passages: string; vectors: Uint8Array | null }>(sql`select
        json_group_array(memory_id) as ids, json_group_array(passage) as passages,
        cast(group_concat(vector, '') as blob) as vectors
      from (select memory_id, passage, vector from memory_vectors
        where key_id = ${keyId} and user_id = ${userId} and model = ${model} and (memory_id, passage) > (${id}, ${passage})
          and length(vector) = ${bytes} order by memory_id, model, passage limit ${CHUNK})`); // in the order of the primary key: nothing is sorted
    return {
      ids: JSON.parse(row?.ids ?? '[]') as string[],
      passages: JSON.parse(row?.passages ?? '[]') as number[],
      vectors: fromVectorColumn(row?.vectors ?? new Uint8Array(0)),
    };
  }

  /** Every stored vector of a scope, by memory, each memory's passages in order. */
  rows(scope: Scope) {
    return this.#db.iterate(sql`select memory_id, vector from memory_vectors
      where key_id = ${scope.keyId} and user_id = ${scope.userId} and model = ${scope.model} order by memory_id, passage`);
  }

  /** The cosines of all passages of the given memories, in order, from their rows. */
  passages({ keyId, userId, model }: Scope, query: Float32Array, ids: readonly string[]): Map<string, number[]> {
    const row = this.#db.get<{ ids: string; vectors: Uint8Array | null }>(sql`select
        json_group_array(memory_id) as ids, cast(group_concat(vector, '') as blob) as vectors
      from (select memory_id, passage, vector from memory_vectors
        where key_id = ${keyId} and user_id = ${userId} and model = ${model} and ${among('sqlite', 'memory_id', ids)}
          and length(vector) = ${query.length * 4} order by memory_id, passage)`);
    const vectors = fromVectorColumn(row?.vectors ?? new Uint8Array(0));
    const found = new Map<string, number[]>();
    for (const [i, id] of (JSON.parse(row?.ids ?? '[]') as string[]).entries()) {
      const cosines = found.get(id) ?? [];
      found.set(id, cosines);
      cosines.push(dot(query, vectors.subarray(i * query.length, (i + 1) * query.length)));
    }
    return found;
  }

  #add(vectors: ScopeVectors, how: 'add' | 'append', id: string, vector: Float32Array): boolean {
    while (!vectors[how](id, vector)) {
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
    const { vectors } = cached;
    return catchUp(this.#db, scope, cached, vectors.ids.length, (id) => {
      vectors.remove(id);
      const rows = this.#db.all<{ vector: Uint8Array }>(sql`select vector from memory_vectors
        where key_id = ${scope.keyId} and user_id = ${scope.userId} and model = ${scope.model} and memory_id = ${id} order by passage`);
      return rows.every(
        ({ vector }) =>
          vector.byteLength !== vectors.dimensions * 4 || this.#add(vectors, 'add', id, fromVectorColumn(vector)),
      );
    });
  }
}
