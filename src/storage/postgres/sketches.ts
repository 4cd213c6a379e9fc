import { jsonRows } from '../json.js';
import type { Sketched, SketchIndex } from '../sketches.js';
import { among, join, rows, type SqlValue, sql } from '../sql.js';
import type { Tx } from '../statement.js';

/** A row per number: equality finds who shares it. */
export class PostgresSketches implements SketchIndex {
  constructor(
    readonly tx: Tx,
    readonly keyId: string,
  ) {}

  column(): SqlValue[] {
    return [];
  }

  async add(memories: readonly Sketched[]): Promise<void> {
    const values = memories.flatMap(({ id, user_id, bands }): SqlValue[][] =>
      [...new Set(bands)].map((band) => [this.keyId, user_id, band, id]),
    );
    if (values.length === 0) return;
    await this.tx.run(sql`insert into memory_sketches (key_id, user_id, band, memory_id) values ${rows(values)}`);
  }

  async replace(memory: Sketched): Promise<void> {
    await this.remove(memory.user_id, [memory.id]);
    await this.add([memory]);
  }

  async copy(userId: string, copies: readonly { id: string; copy: string }[]): Promise<void> {
    const copied = jsonRows(
      'postgres',
      copies.map(({ id, copy }) => [id, copy]),
    );
    await this.tx.run(sql`insert into memory_sketches (key_id, user_id, band, memory_id)
      select t.key_id, t.user_id, t.band, value ->> 1 from ${copied} cross join memory_sketches t
      where t.key_id = ${this.keyId} and t.user_id = ${userId} and t.memory_id = value ->> 0`);
  }

  async remove(userId: string, ids: readonly string[]): Promise<void> {
    await this.tx.run(sql`delete from memory_sketches where key_id = ${this.keyId} and user_id = ${userId}
      and ${among('postgres', 'memory_id', ids)}`);
  }

  removeUser(userId: string) {
    return this.tx.run(sql`delete from memory_sketches where key_id = ${this.keyId} and user_id = ${userId}`);
  }

  async meeting(userId: string, bands: readonly number[], limit: number): Promise<string[]> {
    if (bands.length === 0) return [];
    const wanted = join(bands.map((band) => sql`${band}`));
    const met = await this.tx.all<{ memory_id: string }>(sql`select distinct memory_id from memory_sketches
      where key_id = ${this.keyId} and user_id = ${userId} and band in (${wanted}) limit ${limit}`);
    return met.map((row) => row.memory_id);
  }
}
