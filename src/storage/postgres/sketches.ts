import { jsonRows } from '../json.js';
import { bandMark } from '../marks.js';
import type { Sketched, SketchIndex } from '../sketches.js';
import { sql } from '../sql.js';
import type { Tx } from '../statement.js';
import { bandColumn } from './word-rows.js';

/** The column `bands` of `memory_words`: written, copied and removed with the words. */
export class PostgresSketches implements SketchIndex {
  constructor(
    readonly tx: Tx,
    readonly keyId: string,
  ) {}

  column(): undefined {}

  add(): void {}

  async replace({ id, user_id, bands }: Sketched): Promise<void> {
    await this.tx.run(sql`update memory_words set bands = ${bandColumn(this.keyId, user_id, bands)}::bigint[]
      where key_id = ${this.keyId} and memory_id = ${id}`);
  }

  copy(): void {}

  remove(): void {}

  removeUser(): void {}

  async meeting(texts: readonly Omit<Sketched, 'id'>[], limit: number): Promise<string[][]> {
    const met = texts.map(() => new Set<string>());
    const wanted = texts.flatMap(({ user_id, bands }, at) =>
      [...new Set(bands)].map((band) => [at, bandMark(this.keyId, user_id, band)]),
    );
    if (wanted.length === 0) return met.map(() => []);
    const found = await this.tx.all<{ at: number; memory_id: string }>(sql`select (value ->> 0)::int as at, w.memory_id
      from ${jsonRows('postgres', wanted)} cross join lateral (select memory_id from memory_words
        where key_id = ${this.keyId} and bands @> array[(value ->> 1)::bigint] limit ${limit}) w`);
    for (const { at, memory_id } of found) met[at]?.add(memory_id);
    return met.map((ids) => [...ids].slice(0, limit));
  }
}
