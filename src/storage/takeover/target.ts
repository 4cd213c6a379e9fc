import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { migratePostgres } from '../postgres/migrate.js';
import { raw, render, rows, type Sql, type SqlValue, sql } from '../sql.js';
import type { Row } from '../statement.js';
import { columnList, named, type Table } from './tables.js';
import { toPostgres } from './values.js';

/** Where a takeover stands. `base` is the snapshot that the target equals, `next` the one that is being brought over. */
export interface TakeoverState {
  step: 'copy' | 'catch-up' | 'ready' | 'done';
  base: string | null;
  next: string | null;
}
/** Where one table stands in the step under way. `last` is the key of the last row that is there. */
export interface TableState {
  phase: 'deleting' | 'inserting' | 'finished';
  last: (string | number)[] | null;
}

/** A row per table and one for the whole, under the empty name: written in the transactions that copy. */
const STATE = 'sqlite_takeover';
/** What a target may hold before anything is copied. */
const OWN_TABLES = [STATE, 'schema_version'];
/** What a service leaves in a database by being started on it, without a single key. */
export const OF_A_START = ['settings', 'jobs', 'rate_buckets', 'signup_windows'];
/** Milliseconds in which the jobs of a service that runs do not stay as they are. */
const JOBS_REST_MS = 4_000;
const LOOK_EVERY_MS = 250;
const CONNECT_TIMEOUT_MS = 10_000;

/** A service runs on it: one does some of its recurring jobs every second. It would write beside the copy. */
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

/** The PostgreSQL that takes over. One connection. */
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
      await migratePostgres(client as unknown as pg.PoolClient);
      await client.query(`create table if not exists ${STATE} (name text primary key, state jsonb not null)`);
      // Two at once would copy twice: the second is refused. The server drops the lock with the connection.
      const { rows: locks } = await client.query(`select pg_try_advisory_lock(hashtext($1)) as free`, [STATE]);
      if (!locks[0].free) throw new Error('Another `recollect migrate` works on this database.');
      return target;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async run(query: Sql): Promise<pg.QueryResult> {
    return this.client.query(render(query, 'postgres'), query.values as unknown[]);
  }

  /** Chunks need no flush of their own: a crash loses their rows and what was noted about them together. */
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
  /** The next step; the tables begin it anew. */
  async begin(state: TakeoverState): Promise<void> {
    await this.transaction(async () => {
      await this.run(sql`delete from ${raw(STATE)}`);
      await this.run(sql`insert into ${raw(STATE)} (name, state) values ('', ${JSON.stringify(state)})`);
    }, true);
  }

  /** The first table that holds something. What the start of a service has left does not count. */
  async firstFilled(): Promise<string | null> {
    for (const name of await this.#tables()) {
      if (OF_A_START.includes(name)) continue;
      const { rowCount } = await this.run(sql`select 1 from ${named(name)} limit 1`);
      if (rowCount) return name;
    }
    return null;
  }

  isServed(): Promise<boolean> {
    return isServed(this.client);
  }

  /** Empties what an earlier takeover has brought. */
  async clear(): Promise<void> {
    const tables = await this.#tables();
    await this.transaction(async () => {
      await this.run(sql`truncate ${columnList(tables)}`);
      await this.run(sql`delete from ${raw(STATE)}`);
    }, true);
  }

  async #tables(): Promise<string[]> {
    const found = await this.client.query(
      `select tablename as name from pg_tables where schemaname = current_schema() and not tablename = any($1) order by 1`,
      [OWN_TABLES],
    );
    return found.rows.map(({ name }) => name as string);
  }

  async insert(table: Table, added: readonly Row[]): Promise<void> {
    if (added.length === 0) return;
    const values = added.map((row) => table.columns.map(({ name, type }) => toPostgres(type, row[name])));
    const into = columnList(table.columns.map(({ name }) => name));
    await this.run(sql`insert into ${named(table.name)} (${into}) values ${rows(values)}`);
  }

  /** All that came of rows of SQLite, by where those are. */
  async delete(table: Table, keys: readonly Row[]): Promise<number> {
    if (keys.length === 0) return 0;
    const types = table.place.map((name) => table.columns.find((column) => column.name === name)?.type ?? 'text');
    const places = keys.map((key) =>
      table.place
        .map((name, i) => sql`cast(${key[name] as SqlValue} as ${raw(types[i] as string)})`)
        .reduce((all, next) => sql`${all}, ${next}`),
    );
    const list = places.map((place) => sql`(${place})`).reduce((all, next) => sql`${all}, ${next}`);
    const gone = await this.run(
      sql`delete from ${named(table.name)} where (${columnList(table.place)}) in (values ${list})`,
    );
    return gone.rowCount ?? 0;
  }

  /** Lets the database count on from where SQLite was. */
  async countFrom(table: Table, last: number): Promise<void> {
    for (const { name } of table.columns.filter(({ type }) => type === 'int8')) {
      await this.run(sql`select setval(sequence, ${Math.max(1, last)}, ${last > 0 ? 'true' : 'false'}::boolean)
        from (select pg_get_serial_sequence(quote_ident(${table.name}), ${name}) as sequence) s where sequence is not null`);
    }
  }

  /** All rows, a page at a time in the order of the key. */
  async *pages(table: Table, size: number): AsyncGenerator<Row[]> {
    const types = table.pgKey.map((name) => table.columns.find((column) => column.name === name)?.type ?? 'text');
    let last: Row | null = null;
    for (;;) {
      const since: Row | null = last;
      const place = since
        ? table.pgKey
            .map((name, i) => sql`cast(${since[name] as SqlValue} as ${raw(types[i] as string)})`)
            .reduce((all, next) => sql`${all}, ${next}`)
        : null;
      const condition = place ? sql`(${columnList(table.pgKey)}) > (${place})` : raw('true');
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
