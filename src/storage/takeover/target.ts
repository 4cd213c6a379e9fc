import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { firstFilled } from '../postgres/cluster.js';
import { migratePostgres, OURS } from '../postgres/migrate.js';
import { join, raw, render, rows, type Sql, type SqlValue, sql } from '../sql.js';
import type { Row } from '../statement.js';
import { columnList, named, type Table } from './tables.js';
import { toPostgres } from './values.js';

/** The state of a takeover. `base` is the snapshot that the target equals, `next` the one that is being copied. */
export interface TakeoverState {
  step: 'copy' | 'catch-up' | 'ready' | 'done';
  base: string | null;
  next: string | null;
}
/** The state of one table in the current step. `last` is the key of the last row that was copied. */
export interface TableState {
  phase: 'deleting' | 'inserting' | 'finished';
  last: (string | number)[] | null;
}

/** One row per table and one for the whole takeover, under the empty name: written in the transactions that copy. */
const STATE = 'sqlite_takeover';
/** Tables that a service fills merely by being started on a database, without a single key. */
export const FILLED_ON_START = ['settings', 'jobs', 'rate_buckets', 'signup_windows'];
/** Milliseconds within which the jobs of a running service are sure to change. */
const JOBS_REST_MS = 4_000;
const LOOK_EVERY_MS = 250;
const CONNECT_TIMEOUT_MS = 10_000;

/** Whether a service runs on it: a service runs some of its recurring jobs every second. It would write alongside the copy. */
export async function isServed(client: pg.ClientBase): Promise<boolean> {
  const before = await jobsOf(client);
  if (before === null) return false;
  for (let waited = 0; waited < JOBS_REST_MS; waited += LOOK_EVERY_MS) {
    await setTimeout(LOOK_EVERY_MS);
    if ((await jobsOf(client)) !== before) return true;
  }
  return false;
}
async function jobsOf(client: pg.ClientBase): Promise<string | null> {
  const { rows: found } = await client.query(
    `select string_agg(concat_ws(' ', id, run_at, lease_until), ',' order by id) as all from jobs`,
  );
  return found[0].all;
}

/** The values of these columns in a row. */
const valuesOf = ({ columns }: Table, names: readonly string[], row: Row): Sql =>
  join(
    names.map((name) => {
      const type = columns.find((column) => column.name === name)?.type ?? 'text';
      return sql`cast(${row[name] as SqlValue} as ${raw(type)})`;
    }),
  );

/** The PostgreSQL database that takes over. One connection. */
export class Target {
  readonly client: pg.Client;

  private constructor(client: pg.Client) {
    this.client = client;
  }

  static async open(url: string): Promise<Target> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'recollect migrate',
    });
    await client.connect();
    const target = new Target(client);
    try {
      await migratePostgres(client);
      await client.query(`create table if not exists ${STATE} (name text primary key, state jsonb not null)`);
      // Two runs at once would copy twice: the second is rejected. The server releases the lock with the connection.
      const { rows: locks } = await client.query(`select pg_try_advisory_lock(hashtext($1)) as free`, [STATE]);
      if (!locks[0].free) throw new Error('Another `recollect migrate` is running on this database.');
      return target;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async run(query: Sql): Promise<pg.QueryResult> {
    return this.client.query(render(query, 'postgres'), query.values as unknown[]);
  }

  /** Batches need no flush of their own: a crash loses their rows together with what was recorded about them. */
  async transaction<T>(work: () => Promise<T>, durable = false): Promise<T> {
    await this.client.query('begin');
    try {
      if (!durable) await this.client.query('set local synchronous_commit = off');
      const value = await work();
      await this.client.query('commit');
      return value;
    } catch (error) {
      await this.client.query('rollback').catch(() => {});
      throw error;
    }
  }

  async state(): Promise<TakeoverState | null> {
    return (await this.#read('')) as TakeoverState | null;
  }
  async tableState(table: string): Promise<TableState | null> {
    return (await this.#read(table)) as TableState | null;
  }
  async #read(name: string): Promise<unknown> {
    const found = await this.run(sql`select state from ${raw(STATE)} where name = ${name}`);
    return found.rows[0]?.state ?? null;
  }
  async note(table: string, state: TableState): Promise<void> {
    await this.run(sql`insert into ${raw(STATE)} (name, state) values (${table}, ${JSON.stringify(state)})
      on conflict (name) do update set state = excluded.state`);
  }
  /** Starts the next step, for all tables from the beginning. */
  async begin(state: TakeoverState): Promise<void> {
    await this.transaction(async () => {
      await this.run(sql`delete from ${raw(STATE)}`);
      await this.run(sql`insert into ${raw(STATE)} (name, state) values ('', ${JSON.stringify(state)})`);
    }, true);
  }

  /** The first table that holds data, ignoring what the start of a service has left. */
  async firstFilled(): Promise<string | null> {
    const tables = await this.#tables();
    return firstFilled(
      this.client,
      tables.filter((name) => !FILLED_ON_START.includes(name)),
    );
  }

  /** Empties our tables. Those of other applications in the same schema are left alone. */
  async clear(): Promise<void> {
    const tables = await this.#tables();
    await this.transaction(async () => {
      await this.run(sql`truncate ${columnList(tables)}`);
      await this.run(sql`delete from ${raw(STATE)}`);
    }, true);
  }

  async #tables(): Promise<string[]> {
    const found = await this.client.query(
      `select tablename as name from pg_tables where schemaname = current_schema() and tablename = any($1) order by 1`,
      [OURS],
    );
    return found.rows.map(({ name }) => name as string);
  }

  async insert(table: Table, added: readonly Row[]): Promise<void> {
    if (added.length === 0) return;
    const values = added.map((row) => table.columns.map(({ name, type }) => toPostgres(type, row[name])));
    const into = columnList(table.columns.map(({ name }) => name));
    await this.run(sql`insert into ${named(table.name)} (${into}) values ${rows(values)}`);
  }

  /** Deletes everything that came from rows of SQLite, by their keys. */
  async delete(table: Table, keys: readonly Row[]): Promise<void> {
    if (keys.length === 0) return;
    const list = join(keys.map((key) => sql`(${valuesOf(table, table.place, key)})`));
    await this.run(sql`delete from ${named(table.name)} where (${columnList(table.place)}) in (values ${list})`);
  }

  /** Lets the sequence continue from where SQLite was. */
  async continueSequence(table: Table, last: number): Promise<void> {
    for (const { name } of table.columns.filter(({ type }) => type === 'int8')) {
      await this.run(sql`select setval(sequence, ${Math.max(1, last)}, ${last > 0 ? 'true' : 'false'}::boolean)
        from (select pg_get_serial_sequence(quote_ident(${table.name}), ${name}) as sequence) s where sequence is not null`);
    }
  }

  /** All rows, one page at a time, in key order. */
  async *pages(table: Table, size: number): AsyncGenerator<Row[]> {
    let last: Row | null = null;
    for (;;) {
      const since: Row | null = last;
      const condition = since
        ? sql`(${columnList(table.pgKey)}) > (${valuesOf(table, table.pgKey, since)})`
        : raw('true');
      const names = columnList(table.columns.map(({ name }) => name));
      const page = await this.run(sql`select ${names} from ${named(table.name)} where ${condition}
        order by ${columnList(table.pgKey)} limit ${size}`);
      if (page.rows.length > 0) yield page.rows as Row[];
      if (page.rows.length < size) return;
      last = page.rows.at(-1) as Row;
    }
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
