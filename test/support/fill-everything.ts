import { openSqlite, type SqliteHandle } from '../../src/storage/sqlite/driver.js';
import type { TestService } from './service.js';

/** Stores something in every table, through operations. The texts contain what an engine might trip over. */
export async function fillEverything(service: TestService, key: string, seed: string): Promise<void> {
  const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const response = await service.call(method, path, {
      key,
      ...(body ? { body } : {}),
      ...(headers ? { headers } : {}),
    });
    if (response.status >= 300)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const about = { user_id: `ann ${seed}`, agent_id: 'helper' };
  const store = (content: string, more: object = {}) => call('POST', '/memory/store', { ...about, content, ...more });
  const metadata = { ключ: 'Überraschung', emoji: '🦉', list: [1, 2.5, null, true], deep: { b: 1, a: 1e21 } };
  const first = await store(`Ann lives in Lisbon ${seed}`, {
    metadata,
    tags: ['home', 'b\\c', "d'e"],
    importance: 7.25,
  });
  const second = await store(`Ann moved to Porto and no longer lives in Lisbon ${seed}`, { detect_conflicts: true });
  await store(`A long one ${seed}. ${'The quick brown fox jumps over the lazy dog again. '.repeat(200)}`);
  await store(`Expires later ${seed}\nSecond line\t"quoted" ☂`, {
    ttl_seconds: 86_400,
    dedupe: false,
    namespace: 'other',
  });
  await call('PATCH', `/memory/${first.id}`, { content: `Ann lives in Lisbon, by the river ${seed}` });
  await call('POST', '/memory/graph/link', { from: first.id, to: second.id, relationship: 'supports', weight: 0.1 });
  await call('POST', '/memory/feedback', { memory_id: first.id, outcome: 'success', confidence: 0.3 });
  const episode = await call('POST', '/memory/episodes/start', { ...about, title: `The move ${seed}` });
  for (const content of ['They packed the books', 'They carried the piano']) {
    await call('POST', '/memory/episodes/event', { episode_id: episode.id, content: `${content} ${seed}` });
  }
  await call('POST', '/memory/episodes/end', { episode_id: episode.id });
  for (const steps of [
    ['Open', 'Close'],
    ['Open', 'Look', 'Close'],
  ]) {
    await call('POST', '/memory/procedures', { ...about, name: `Check the mail ${seed}`, steps });
  }
  await call('POST', '/memory/working', { ...about, session_id: `session ${seed}`, content: { z: 1, a: ['text'] } });
  await call('POST', '/memory/emotional', { ...about, text: 'I am so happy with this, thank you!' });
  await call('POST', '/agents/register', { name: `helper ${seed}`, capabilities: ['mail'] });
  await call('GET', `/memory/retrieve?user_id=${encodeURIComponent(about.user_id)}&q=Lisbon`);
  const headers = { 'idempotency-key': `repeatable ${seed}` };
  await call('POST', '/memory/store', { ...about, content: `Stored once ${seed}` }, headers);
  await service.jobs.runDue();
}

/** Inserts a made-up row into each table that operations have left empty, so that none goes untested. Returns their names. */
export function fillEmptyTables(file: string): string[] {
  const db = openSqlite(file);
  db.exec('pragma busy_timeout = 5000');
  try {
    return tablesOf(db).filter((name) => {
      const filled = db.prepare(`select 1 from "${name}" limit 1`).get();
      if (!filled) insertFakeRow(db, name);
      return !filled;
    });
  } finally {
    db.close();
  }
}

function tablesOf(db: SqliteHandle): string[] {
  const tables = db.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").all();
  return tables.map(({ name }) => name as string);
}

function insertFakeRow(db: SqliteHandle, name: string): void {
  const columns = db.prepare(`select name, type, "notnull" as needed, pk from pragma_table_info('${name}')`).all();
  const numbersItself = columns.filter((column) => column.pk).length === 1;
  const given = columns.filter((column) => column.needed && !(column.name === 'seq' && numbersItself));
  const text = (column: string) => (JSON_COLUMNS.has(column) ? '{"made":["up"]}' : `made up ${column}`);
  const values = given.map(({ name: column, type }) => (type === 'text' ? text(column as string) : 7));
  const names = given.map((column) => `"${column.name}"`).join(', ');
  db.prepare(`insert into "${name}" (${names}) values (${given.map(() => '?').join(', ')})`).run(...values);
}

const JSON_COLUMNS = new Set(['memory_ids', 'counts', 'events', 'data', 'metadata', 'payload', 'record']);
