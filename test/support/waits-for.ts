import pg from 'pg';
import type { TestPlace } from './databases.js';

const CLUSTER = "select to_regclass('pg_catalog.citus_lock_waits') is not null as is";
const WAITING = 'select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
/** The locks of a cluster are on its workers. */
const WAITING_IN_CLUSTER = 'select 1 from citus_lock_waits where blocking_gpid = citus_backend_gpid()';

/** Resolves when somebody waits for the locks of this PostgreSQL transaction, or `isOver`. */
export async function waitedFor(client: pg.Client, isOver: () => boolean): Promise<void> {
  const waiting = (await client.query(CLUSTER)).rows[0].is ? WAITING_IN_CLUSTER : WAITING;
  while (!isOver() && (await client.query(waiting)).rows.length === 0);
}

/**
 * Runs `work` while this PostgreSQL statement is executed but not committed, and commits it when the work waits for its locks. Work that does not wait
 * ends before the commit.
 */
export async function during<T>(place: TestPlace, text: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(text, values);
    let isOver = false;
    const running = work().finally(() => {
      isOver = true;
    });
    running.catch(() => {}); // awaited below
    await waitedFor(client, () => isOver);
    await client.query('commit');
    return await running;
  } finally {
    await client.end();
  }
}
