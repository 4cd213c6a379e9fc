import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import pg from 'pg';
import { operations } from '../../src/catalog.js';
import { DAY, MINUTE } from '../../src/kernel/clock.js';
import type { Log } from '../../src/kernel/log.js';
import { routeOf } from '../../src/kernel/operation.js';
import { openSqlite } from '../../src/storage/sqlite/driver.js';
import { TestClock } from '../../test/support/clock.js';
import type { TestPlace } from '../../test/support/databases.js';
import { fillPath, inputNaming, isEventStream, type Known } from '../../test/support/naming.js';
import { isThere, PLANTS, plant } from '../../test/support/plant.js';
import { onBothEngines, type TestService } from '../../test/support/service.js';
import { hitsIn } from './raw-files.js';

/** Part of everything that is planted; no stemmed or inflected form can hide it from a search for these letters. */
const CANARY = 'Zxqvperi';
const USER = 'wzkuser-4711@example.org';

/** Operations that write, but store nothing about a user themselves. */
const HOLD_NOTHING = new Set([
  ...['POST /signup', 'POST /auth/keys', 'PATCH /auth/keys/{id}', 'POST /auth/keys/{id}/rotate', 'POST /admin/model'],
  // What an MCP tool writes is stored by the operation behind it.
  'POST /mcp',
  // An alias of POST /memory/subscribe.
  'POST /webhooks/register',
  ...['POST /memory/compress/undo', 'POST /templates/{id}/apply', 'PATCH /memory/subscriptions/{id}'],
  ...['rotate', 'test', 'replay'].map((what) => `POST /memory/subscriptions/{id}/${what}`),
]);

/** Options that return more than the defaults. */
const EVERYTHING = { include_superseded: true, include_expired: true, status: 'all', format: 'markdown' };

/** Collects every log line as text. */
function listening(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const write = (fields: object, message: string) => void lines.push(JSON.stringify([fields, message]));
  return { lines, log: { debug: write, info: write, warn: write, error: write } };
}

const has = (text: string, word: string) => text.toLowerCase().includes(word.toLowerCase());

/** The tables of a database with rows that contain a word. */
async function rowsWith(place: TestPlace, word: string): Promise<string[]> {
  return place.engine === 'sqlite' ? sqliteRows(join(place.folder, 'recollect.db'), word) : postgresRows(place, word);
}

function sqliteRows(file: string, word: string): string[] {
  const db = openSqlite(file);
  try {
    const tables = db.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
    return tables
      .filter(({ name }) => has(JSON.stringify(db.prepare(`select * from "${name}"`).all()), word))
      .map((t) => t.name);
  } finally {
    db.close();
  }
}

async function postgresRows({ databaseUrl }: TestPlace, word: string): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const tables = await client.query(
      'select table_name as name from information_schema.tables where table_schema = current_schema()',
    );
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query(`select 1 from "${name}" t where t::text ilike $1 limit 1`, [`%${word}%`]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}

/** The responses of every read operation, with every known name as input. */
async function* responsesOf(service: TestService, key: string, known: Known) {
  for (const operation of operations) {
    if (operation.method !== 'GET' || operation.scope === 'admin' || isEventStream(operation)) continue;
    const input = inputNaming(operation, known, 'what is known?');
    for (const leaveOut of [['cursor'], ['cursor', 'id'], ['cursor', 'user_id'], ['cursor', 'agent_id', 'user_id']]) {
      if (leaveOut.includes('id') && operation.path.includes('{id}')) continue;
      const { path, rest } = fillPath(operation, input);
      for (const field of leaveOut) delete rest[field];
      for (const more of [{}, EVERYTHING]) {
        const query = { ...(rest as Record<string, string>), ...more };
        const { status, body } = await service.call('GET', path, { key, query });
        yield { operation, status, text: typeof body === 'string' ? body : JSON.stringify(body) };
      }
    }
  }
}

onBothEngines('erasure', (start, engine) => {
  it('leaves nothing about a user in any response, table, file or log line', async () => {
    const { log, lines } = listening();
    const clock = new TestClock();
    const service = await start({ clock, log, background: false });
    const { key, id: keyId } = await service.mint();
    const planted = await plant(service, { key, user: USER, agent: 'the agent', text: CANARY });
    const known: Known = { ...planted, keyId, cursor: '' };
    await service.jobs.runDue();

    let shown = 0;
    for await (const { status, text } of responsesOf(service, key, known))
      if (status === 200 && has(text, CANARY)) shown++;
    assert.ok(shown > 20, 'what is planted is seen before');
    const before = await rowsWith(service.place, CANARY);
    const holding = ['memories', 'memory_versions', ...(engine === 'sqlite' ? [] : ['memory_words'])];
    for (const table of holding) assert.ok(before.includes(table), table);

    const erased = await service.call('DELETE', `/users/${encodeURIComponent(USER)}/memories`, { key });
    assert.equal(erased.status, 200, JSON.stringify(erased.body));
    for await (const { operation, status, text } of responsesOf(service, key, known)) {
      assert.ok(status < 500, `${operation.id} returned ${status}`);
      assert.ok(!has(text, CANARY), `${operation.id} still returns ${text.slice(0, 500)}`);
    }
    clock.advance(MINUTE);
    await service.jobs.runDue();
    assert.deepEqual(await rowsWith(service.place, CANARY), []);
    // The database file and its write-ahead log, without a vacuum: freed pages hold zeros.
    if (engine === 'sqlite') assert.deepEqual(await hitsIn(service.place.folder, CANARY), {});
    assert.ok(!lines.some((line) => has(line, CANARY)));

    // The announcement is the last event that names the user.
    const named = await rowsWith(service.place, USER);
    assert.ok(
      named.every((table) => ['journal', 'deliveries'].includes(table)),
      `the user is named in ${named}`,
    );
    clock.advance(31 * DAY);
    await service.jobs.runDue();
    assert.deepEqual(await rowsWith(service.place, USER), []);
    await service.stop();
    assert.deepEqual(await rowsWith(service.place, CANARY), []);
    if (engine === 'sqlite') {
      vacuum(join(service.place.folder, 'recollect.db'));
      for (const word of [CANARY, USER]) assert.deepEqual(await hitsIn(service.place.folder, word), {});
    }
  });

  it('by forgetting leaves text only in what names an application', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    await plant(service, { key, user: USER, agent: 'the agent', text: CANARY });
    await service.call('DELETE', '/memory/forget', { key, query: { user_id: USER } });
    // A child key goes on working, so it keeps its name. Only erasing the user deletes it.
    assert.deepEqual(await rowsWith(service.place, CANARY), ['api_keys']);
  });

  it('covers every operation that writes', () => {
    const writing = operations.filter(({ method }) => method === 'POST' || method === 'PATCH').map(routeOf);
    const unplanted = writing.filter((route) => !PLANTS.has(route) && !HOLD_NOTHING.has(route));
    assert.deepEqual(unplanted, [], 'plant it in plant.ts, or say here that it holds nothing');
    assert.ok(isThere('DELETE /users/{id}/memories'));
  });
});

function vacuum(file: string): void {
  const db = openSqlite(file);
  db.exec('vacuum; pragma wal_checkpoint(truncate)');
  db.close();
}
