import { type Dialect, raw, type Sql, type SqlValue, sql } from './sql.js';
import type { Awaitable } from './statement.js';

/** A memory and its sketch: numbers that nearly identical texts share (`src/text/sketch.ts`). */
export interface Sketched {
  id: string;
  user_id: string;
  bands: readonly number[];
}

/**
 * The memories of a user among which nearly identical texts may be found. Candidates may have little in common: the texts decide. On SQLite only
 * writes may use it: the index is in the writer thread.
 */
export interface SketchIndex {
  /** The value of the column `sketch` in a new row of `memories`; PostgreSQL stores sketches in the row of the memory's words. */
  column(bands: readonly number[]): SqlValue | undefined;
  /** For memories whose rows have just been written. */
  add(memories: readonly Sketched[]): Awaitable<void>;
  /** For a memory whose text changed, or whose row was written without the column. */
  replace(memory: Sketched): Awaitable<void>;
  /** The copies have the same texts as their originals. */
  copy(userId: string, copies: readonly { id: string; copy: string }[]): Awaitable<void>;
  remove(userId: string, ids: readonly string[]): Awaitable<void>;
  /** Removes everything of a user. */
  removeUser(userId: string): Awaitable<void>;
  /** For each text, up to `limit` memories of its user that share a number with its sketch. */
  meeting(texts: readonly Omit<Sketched, 'id'>[], limit: number): Awaitable<string[][]>;
}

/** Offsets of the numbers of a sketch in SQLite's column. */
const PLACES = '[1,5,9,13]';

/**
 * One row per number of the sketches in a scope: `key_id, user_id, memory_id, band`. On SQLite the band is a text, as in an index; on PostgreSQL it
 * is its mark.
 */
export const sketchNumbers = (dialect: Dialect, where: Sql): Sql =>
  dialect === 'postgres'
    ? sql`(select key_id, user_id, m.id as memory_id, number.band from memories m
        cross join lateral (select bands from memory_words w where w.key_id = m.key_id and w.memory_id = m.id offset 0) w
        cross join lateral unnest(w.bands) as number (band) where ${where})`
    : sql`(select key_id, user_id, m.id as memory_id, hex(substr(sketch, place.value, 4)) as band
        from memories m cross join json_each(${PLACES}) place where ${where} and sketch is not null)`;

/** The band in a text, in the form `sketchNumbers` uses. */
export const bandIn = (dialect: Dialect, text: string): Sql =>
  raw(dialect === 'sqlite' ? text : `cast(${text} as bigint)`);

/** The form of SQLite's column: 32 bits per number, little-endian. */
export function packSketch(bands: readonly number[]): Uint8Array | null {
  if (bands.length === 0) return null;
  const packed = new DataView(new ArrayBuffer(bands.length * 4));
  bands.forEach((band, i) => {
    packed.setUint32(i * 4, band, true);
  });
  return new Uint8Array(packed.buffer);
}

export function unpackSketch(packed: Uint8Array): number[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: packed.byteLength / 4 }, (_, i) => view.getUint32(i * 4, true));
}
