import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { join as joined, raw, type Sql, sql } from '../sql.js';
import { SqliteConnection } from '../sqlite/connection.js';
import { openSqlite } from '../sqlite/driver.js';
import { migrateSqlite } from '../sqlite/migrate.js';
import type { Row } from '../statement.js';
import type { Table } from './tables.js';

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Copies of the embedded database as of single moments, next to it. An interrupted copy to the target continues from the same snapshot. */
export class Snapshots {
  readonly #source: string;
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#source = join(dataDir, 'recollect.db');
    this.#folder = join(dataDir, 'migration');
  }

  get hasSource(): boolean {
    return existsSync(this.#source);
  }
  has(id: string): boolean {
    return existsSync(this.#file(id));
  }
  #file(id: string): string {
    return join(this.#folder, `${id}.db`);
  }

  /** SQLite makes the snapshot in one read transaction: a running service is not interrupted. */
  take(): string {
    const id = randomUUID();
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const part = `${this.#file(id)}.part`;
    const live = openSqlite(this.#source);
    try {
      live.exec(`pragma busy_timeout = 5000; vacuum into ${text(part)}`);
    } finally {
      live.close();
    }
    renameSync(part, this.#file(id));
    return id;
  }

  /** Migrated to this release's schema: the database itself may still have an older one. */
  open(id: string, base?: string): SqliteConnection {
    const connection = new SqliteConnection(this.#file(id), { readOnly: false });
    migrateSqlite(connection);
    if (base !== undefined) {
      this.open(base).close();
      connection.exec(`attach ${text(this.#file(base))} as base`);
    }
    return connection;
  }

  removeAllBut(kept: readonly (string | null)[]): void {
    if (!existsSync(this.#folder)) return;
    const names = kept.flatMap((id) => (id === null ? [] : [`${id}.db`]));
    for (const file of readdirSync(this.#folder)) {
      if (!names.some((name) => file === name || file === `${name}-wal` || file === `${name}-shm`))
        rmSync(join(this.#folder, file), { force: true });
    }
    if (names.length === 0) rmSync(this.#folder, { recursive: true, force: true });
  }
}

const each = (names: readonly string[], text: (name: string) => string, between: string): Sql =>
  raw(names.map(text).join(between));

function after(table: Table, last: readonly (string | number)[] | null, alias: string): Sql {
  if (!last) return raw('1 = 1');
  return sql`(${order(table, alias)}) > (${joined(last.map((value) => sql`${value}`))})`;
}

const order = (table: Table, alias: string) => each(table.key, (name) => `${alias}."${name}"`, ', ');

/** All rows of a table in the order of its key. */
export const rowsOf = (from: SqliteConnection, table: Table, last: readonly (string | number)[] | null) =>
  from.iterate(
    sql`select t.* from ${table.from('main')} t where ${after(table, last, 't')} order by ${order(table, 't')}`,
  );

export const countOf = (from: SqliteConnection, table: Table): number =>
  Number(from.get<{ count: number }>(sql`select count(*) as count from ${table.from('main')}`)?.count);

/** Every column that SQLite has, so that no difference goes unnoticed. */
const different = (table: Table) => each(table.own, (name) => `n."${name}" is not b."${name}"`, ' or ');
const same = (table: Table) => each(table.key, (name) => `n."${name}" = b."${name}"`, ' and ');
const absent = (table: Table, alias: string) => raw(`${alias}."${table.key[0]}" is null`);

/** Rows that are new or different since the attached snapshot. */
export const changedSince = (from: SqliteConnection, table: Table, last: readonly (string | number)[] | null) =>
  from.iterate(sql`select n.* from ${table.from('main')} n left join ${table.from('base')} b on ${same(table)}
    where (${absent(table, 'b')} or ${different(table)}) and ${after(table, last, 'n')} order by ${order(table, 'n')}`);

/** Keys of rows that were deleted or changed since the attached snapshot. */
export const outdatedSince = (from: SqliteConnection, table: Table): IterableIterator<Row> =>
  from.iterate(sql`select ${each(table.place, (name) => `b."${name}"`, ', ')}
    from ${table.from('base')} b left join ${table.from('main')} n on ${same(table)}
    where ${absent(table, 'n')} or ${different(table)}`);

/** SQLite's last sequence value: the numbers of deleted rows are not reused. */
export function lastSequenceOf(from: SqliteConnection, table: Table): number | null {
  const known = from.get(sql`select 1 from sqlite_master where name = 'sqlite_sequence'`);
  if (!known) return null;
  return from.get<{ seq: number }>(sql`select seq from sqlite_sequence where name = ${table.name}`)?.seq ?? null;
}
