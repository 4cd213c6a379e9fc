import { packSketch, type Sketched, type SketchIndex, unpackSketch } from '../../sketches.js';
import { among, type SqlValue, sql } from '../../sql.js';
import type { SqliteConnection } from '../connection.js';
import type { SketchCache } from './sketch-cache.js';

/** The column `sketch` of `memories`, and the cache that maps numbers to rows. */
export class SqliteSketches implements SketchIndex {
  constructor(
    readonly db: SqliteConnection,
    /** Null in threads that only read: theirs would miss later writes. */
    readonly writers: SketchCache | null,
    readonly keyId: string,
  ) {}

  get #cache(): SketchCache {
    if (!this.writers) throw new Error('Sketches are looked up where memories are written');
    return this.writers;
  }

  #scope(userId: string) {
    return { keyId: this.keyId, userId };
  }

  column(bands: readonly number[]): SqlValue {
    return packSketch(bands);
  }

  add(memories: readonly Sketched[]): void {
    for (const { id, user_id, bands } of memories) this.#cache.add(this.#scope(user_id), id, bands);
  }

  replace({ id, user_id, bands }: Sketched): void {
    this.db.run(sql`update memories set sketch = ${packSketch(bands)} where key_id = ${this.keyId} and id = ${id}`);
    this.remove(user_id, [id]);
    this.#cache.add(this.#scope(user_id), id, bands);
  }

  /** The column was copied with the row. */
  copy(userId: string, copies: readonly { id: string; copy: string }[]): void {
    if (!this.#cache.holds(this.#scope(userId))) return;
    const ids = copies.map(({ copy }) => copy);
    const rows = this.db.iterate(sql`select id, sketch from memories
      where key_id = ${this.keyId} and ${among('sqlite', 'id', ids)} and sketch is not null`);
    for (const row of rows)
      this.#cache.add(this.#scope(userId), row.id as string, unpackSketch(row.sketch as Uint8Array));
  }

  remove(userId: string, ids: readonly string[]): void {
    this.#cache.remove(this.#scope(userId), ids);
  }

  removeUser(userId: string): void {
    this.#cache.forget(this.#scope(userId));
  }

  meeting(texts: readonly Omit<Sketched, 'id'>[], limit: number): string[][] {
    return texts.map(({ user_id, bands }) =>
      bands.length ? this.#cache.get(this.#scope(user_id)).meeting(bands, limit) : [],
    );
  }
}
