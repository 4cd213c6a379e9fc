import pg from 'pg';
import type { TestPlace } from './databases.js';

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
    const waiting = 'select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
    while (!isOver && (await client.query(waiting)).rows.length === 0);
    await client.query('commit');
    return await running;
  } finally {
    await client.end();
  }
}
