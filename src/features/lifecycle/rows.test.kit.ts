import { join } from 'node:path';
import pg from 'pg';
import type { TestPlace } from '../../../test/support/databases.js';
import type { CallResponse, TestService } from '../../../test/support/service.js';
import { openSqlite } from '../../storage/sqlite/driver.js';

type Value = string | number | null;

/** Reads the database directly, or writes to it what no operation creates yet. `?` stands for a value. */
export async function rowsOf<T = Record<string, Value>>(
  place: TestPlace,
  text: string,
  values: Value[] = [],
): Promise<T[]> {
  if (place.engine === 'sqlite') {
    const db = openSqlite(join(place.folder, 'recollect.db'));
    try {
      db.exec('pragma busy_timeout = 5000');
      return db.prepare(text).all(...values) as T[];
    } finally {
      db.close();
    }
  }
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  try {
    let number = 0;
    return (
      await client.query(
        text.replace(/\?/g, () => `$${++number}`),
        values,
      )
    ).rows as T[];
  } finally {
    await client.end();
  }
}

/** The events of a memory, oldest first. */
export async function eventsOf(place: TestPlace, id: string): Promise<string[]> {
  const found = await rowsOf<{ kind: string }>(place, 'select kind from journal where subject = ? order by seq', [id]);
  return found.map((row) => row.kind);
}

/** The calls of these tests, made with one key. */
export function lifecycleClient(service: TestService, key: string) {
  const get = (path: string, query: Record<string, string | number> = {}) =>
    service.call('GET', path, { key, query }) as Promise<CallResponse>;
  return {
    get,
    store: async (content: string, more: object = {}): Promise<string> =>
      (await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, ...more } })).body.id,
    feedback: (memory_id: string, outcome: string, more: object = {}) =>
      service.call('POST', '/memory/feedback', { key, body: { memory_id, outcome, ...more } }),
    verify: (id: string) => service.call('POST', `/memory/verify/${id}`, { key }),
    stale: async (query: Record<string, string | number> = {}) => (await get('/memory/stale', query)).body,
    stats: async (query: Record<string, string | number> = {}) => (await get('/memory/stats', query)).body,
    removeExpired: (query: Record<string, string | number> = {}) =>
      service.call('DELETE', '/memory/expired', { key, query }),
  };
}
export const idsOf = (memories: { id: string }[]) => memories.map((memory) => memory.id);
