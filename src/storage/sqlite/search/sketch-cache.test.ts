import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { packSketch } from '../../sketches.js';
import { sql } from '../../sql.js';
import { SqliteConnection } from '../connection.js';
import { SketchCache } from './sketch-cache.js';
import { SqliteSketches } from './sketches.js';

const PLENTY = 1_000_000;
let folder: string;
let db: SqliteConnection;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recollect-sketches-'));
  db = new SqliteConnection(join(folder, 'test.db'), { readOnly: false });
  db.exec('create table memories (key_id text, id text, user_id text, created_at integer, sketch blob)');
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function opened(capBytes = PLENTY) {
  const cache = new SketchCache(db, capBytes);
  const sketches = new SqliteSketches(db, cache, 'k');
  const bands = (number: number) => [number, number + 1, number + 2, number + 3];
  return {
    cache,
    store(user_id: string, id: string, number: number) {
      db.run(sql`insert into memories values ('k', ${id}, ${user_id}, 1, ${packSketch(bands(number))})`);
      sketches.add([{ id, user_id, bands: bands(number) }]);
    },
    change: (user_id: string, id: string, number: number) => sketches.replace({ id, user_id, bands: bands(number) }),
    forget(user_id: string, id: string) {
      db.run(sql`delete from memories where key_id = 'k' and id = ${id}`);
      sketches.remove(user_id, [id]);
    },
    erase(user_id: string) {
      db.run(sql`delete from memories where key_id = 'k' and user_id = ${user_id}`);
      sketches.removeUser(user_id);
    },
    met: (user_id: string, number: number) => sketches.meeting([{ user_id, bands: bands(number) }], 10)[0] ?? [],
    undone(work: () => void) {
      cache.begin();
      db.exec('begin');
      work();
      db.exec('rollback');
      cache.undone();
    },
  };
}

test('memories that a rolled-back transaction had deleted are found again', () => {
  for (const isHeld of [true, false]) {
    const at = opened();
    const id = `m ${isHeld}`;
    at.store('ann', id, 10);
    if (isHeld) at.met('ann', 10);
    at.undone(() => {
      at.forget('ann', id);
      assert.ok(!at.met('ann', 10).includes(id));
    });
    assert.ok(at.met('ann', 10).includes(id));
    at.undone(() => at.erase('ann'));
    assert.ok(at.met('ann', 10).includes(id));
  }
});

test('a memory whose change is rolled back is found by its previous sketch', () => {
  const at = opened();
  at.store('ann', 'm', 10);
  at.met('ann', 10);
  at.undone(() => at.change('ann', 'm', 50));
  assert.deepEqual([at.met('ann', 10), at.met('ann', 50)], [['m'], []]);
  at.change('ann', 'm', 50);
  assert.deepEqual([at.met('ann', 10), at.met('ann', 50)], [[], ['m']]);
});

test('scopes are evicted at the cap and reloaded when they are needed', () => {
  const at = opened(1);
  for (const user of ['ann', 'bob', 'cem']) at.store(user, `of ${user}`, 10);
  for (const user of ['ann', 'bob', 'cem', 'ann', 'bob']) {
    assert.deepEqual(at.met(user, 10), [`of ${user}`]);
    at.store(user, `${at.met(user, 99).length} ${Math.random()}`, 99);
  }
  assert.equal(at.met('ann', 99).length, 2);
  assert.equal(at.cache.holds({ keyId: 'k', userId: 'bob' }), false);
  at.cache.forget({ keyId: 'k', userId: 'ann' });
  assert.equal(at.cache.bytes, 0);
});

test('sketches of one user and key are not found for another', () => {
  const at = opened();
  at.store('ann', 'm', 10);
  assert.deepEqual([at.met('ann', 10), at.met('bob', 10)], [['m'], []]);
  const other = new SqliteSketches(db, at.cache, 'another key');
  assert.deepEqual(other.meeting([{ user_id: 'ann', bands: [10] }], 10), [[]]);
});

test('only the thread that writes can look sketches up', () => {
  assert.throws(
    () => new SqliteSketches(db, null, 'k').meeting([{ user_id: 'ann', bands: [1] }], 1),
    /where memories are written/,
  );
});
