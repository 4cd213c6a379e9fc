import { type Dialect, raw, type Sql, type SqlValue, sql } from './sql.js';
import type { Awaitable } from './statement.js';

/** A memory and its sketch: numbers that nearly identical texts have in common (`src/text/sketch.ts`). */
export interface Sketched {
  id: string;
  user_id: string;
  bands: readonly number[];
}

/**
 * Which memories of a user nearly identical texts may be found among. What meets may have little in common: texts decide. On SQLite only
 * writes may use it: the index is in the thread that writes.
 */
export interface SketchIndex {
  /** The value of the column `sketch` in a new row of `memories`; PostgreSQL keeps sketches in the row of the memory's words. */
  column(bands: readonly number[]): SqlValue | undefined;
  /** Of memories whose rows have just been written. */
  add(memories: readonly Sketched[]): Awaitable<void>;
  /** Of a memory whose text changed, or whose row was written without the column. */
  replace(memory: Sketched): Awaitable<void>;
  /** The copies say what their originals say. */
  copy(userId: string, copies: readonly { id: string; copy: string }[]): Awaitable<void>;
  remove(userId: string, ids: readonly string[]): Awaitable<void>;
  /** Everything of a user. */
  removeUser(userId: string): Awaitable<void>;
  /** For each text up to `limit` memories of its user that share a number with its sketch. */
  meeting(texts: readonly Omit<Sketched, 'id'>[], limit: number): Awaitable<string[][]>;
}

/** Where the numbers of a sketch begin in SQLite's column. */
const PLACES = '[1,5,9,13]';

/** A row per number of the sketches in a scope: `key_id, user_id, memory_id, band`. The band is a text on SQLite, for an index has it so, and its mark on PostgreSQL. */
export const sketchNumbers = (dialect: Dialect, where: Sql): Sql =>
  dialect === 'postgres'
    ? sql`(select key_id, user_id, m.id as memory_id, number.band from memories m
        cross join lateral (select bands from memory_words w where w.key_id = m.key_id and w.memory_id = m.id offset 0) w
        cross join lateral unnest(w.bands) as number (band) where ${where})`
    : sql`(select key_id, user_id, m.id as memory_id, hex(substr(sketch, place.value, 4)) as band
        from memories m cross join json_each(${PLACES}) place where ${where} and sketch is not null)`;

/** The band that a text holds, as `sketchNumbers` has it. */
export const bandIn = (dialect: Dialect, text: string): Sql =>
  raw(dialect === 'sqlite' ? text : `cast(${text} as bigint)`);

/** As SQLite's column holds it: 32 bits of each number, little-endian. */
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
