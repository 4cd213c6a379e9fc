import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { newPlace, POSTGRES_SKIPPED, type TestPlace } from '../../../test/support/databases.js';
import { newMemory, unlimited } from '../../../test/support/memories.js';
import { connectionOf } from '../../storage/postgres/connection.js';
import { recordConflicts } from '../conflicts/sql/record.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { forgetMemories } from './sql/forget.js';
import { storeMemories } from './sql/store.js';

const NOW = 1_800_000_000_000;

/** Runs `work` while another connection forgets the memory: it commits once `work` waits for it, or has ended. */
async function whileForgetting<T>(place: TestPlace, id: string, work: () => Promise<T>): Promise<T> {
  const other = new pg.Client(connectionOf(place.databaseUrl ?? ''));
  await other.connect();
  try {
    await other.query('begin');
    await other.query('delete from memories where id = $1', [id]);
    let ended = false;
    const working = work().finally(() => {
      ended = true;
    });
    const isWaiting = async () =>
      (await other.query('select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'))
        .rowCount ?? 0;
    while (!ended && !(await isWaiting()));
    await other.query('delete from memory_versions where memory_id = $1', [id]);
    await other.query('delete from conflicts where $1 in (memory_a, memory_b)', [id]);
    await other.query('delete from links where $1 in (from_id, to_id)', [id]);
    await other.query('commit');
    return await working;
  } finally {
    await other.end();
  }
}

async function open() {
  const place = await newPlace('postgres');
  const database = await place.open();
  const tenant = database.tenant('key');
  const store = async (content: string, more: object = {}, now = NOW) => {
    const memories = [newMemory({ content, user_id: 'ann', ...more })];
    const [stored] = await tenant.run(storeMemories, { memories, quota: unlimited(now), now });
    assert.ok(stored);
    return stored;
  };
  return { place, database, tenant, store };
}

function suite() {
  const opened: Awaited<ReturnType<typeof open>>[] = [];
  const start = async () => {
    const one = await open();
    opened.push(one);
    return one;
  };
  after(async () => {
    for (const { database, place } of opened) {
      await database.close();
      await place.remove();
    }
  });

  it('leaves no quotation, link or event of a contradiction that was being recorded', async () => {
    const { place, tenant, store } = await start();
    const older = (await store('Ann lives in Berlin.')).record.id;
    const newer = (await store('Ann moved to London.')).record.id;
    const found = {
      older,
      newer,
      type: 'value_change',
      confidence: 0.9,
      reason: 'Berlin',
      part: null,
      supersedes: true,
    };
    for (const forgotten of [newer, older]) {
      const recorded = await whileForgetting(place, forgotten, () =>
        tenant.run(recordConflicts, { checked: newer, versions: {}, found: [found], now: NOW }),
      );
      assert.deepEqual(recorded, []);
    }
    for (const table of ['conflicts', 'links']) assert.deepEqual(await rowsOf(place, `select * from ${table}`), []);
    assert.deepEqual(await rowsOf(place, "select * from journal where kind <> 'memory.stored'"), []);
  });

  it('is not what an echo is merged into: the echo is stored', async () => {
    const { place, tenant, store } = await start();
    const text = 'Ann keeps two old bicycles in the shed behind the house';
    const { id } = (await store(text)).record;
    await rowsOf(place, 'update memories set last_retrieved_at = ? where id = ?', [NOW, id]);
    const echo = await whileForgetting(place, id, () => store(`${text}!`, { tags: ['late'] }));
    assert.deepEqual([echo.status, echo.near], ['stored', undefined]);
    assert.deepEqual(await rowsOf(place, 'select * from memory_versions'), []);
    assert.equal(await tenant.run(forgetMemories, { id: echo.record.id, now: NOW }), 1);
  });
}

describe('a memory that is forgotten meanwhile', () => {
  if (POSTGRES_SKIPPED) it('all of it', { skip: POSTGRES_SKIPPED }, () => {});
  else suite();
});
