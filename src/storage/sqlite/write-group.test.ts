import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from '../sql.js';
import { SqliteConnection } from './connection.js';
import type { Call } from './protocol.js';
import { writeGroup } from './write-group.js';

type Work = (db: SqliteConnection) => void;
let folder: string;
let db: SqliteConnection;
let undone: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recollect-group-'));
  db = new SqliteConnection(join(folder, 'test.db'), { readOnly: false });
  db.exec('create table t (n integer primary key)');
  undone = 0;
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const insert =
  (n: number): Work =>
  (at) =>
    at.run(sql`insert into t (n) values (${n})`);
const fail: Work = () => {
  throw new Error('no');
};
const both =
  (...works: Work[]): Work =>
  (at) =>
    works.forEach((work) => {
      work(at);
    });
const rows = () => db.all<{ n: number }>(sql`select n from t order by n`).map((row) => row.n);

async function group(...works: Work[]) {
  const calls = works.map((_, id): Call => ({ id, name: '', keyId: null, input: null, slot: 0, deadline: Infinity }));
  const runs: number[] = [];
  const perform = async (call: Call) => {
    runs.push(call.id);
    await Promise.resolve();
    works[call.id]?.(db);
    return `done ${call.id}`;
  };
  const describe = (error: unknown) => ({ message: (error as Error).message });
  const outcomes = await writeGroup({ db, perform, describe, undone: () => undone++ }, calls);
  return { results: outcomes.map((outcome) => outcome.error?.message ?? outcome.value), runs };
}

test('calls of one group are committed together, each once', async () => {
  const { results, runs } = await group(insert(1), insert(2), insert(3));
  assert.deepEqual(results, ['done 0', 'done 1', 'done 2']);
  assert.deepEqual(runs, [0, 1, 2]);
  assert.deepEqual(rows(), [1, 2, 3]);
  assert.equal(undone, 0);
});

test('a call that fails before it writes anything does not make the others run again', async () => {
  const { results, runs } = await group(insert(1), fail, insert(3));
  assert.deepEqual(results, ['done 0', 'no', 'done 2']);
  assert.deepEqual(runs, [0, 1, 2]);
  assert.deepEqual(rows(), [1, 3]);
});

test('a call that fails after it wrote leaves nothing behind and the others as they are', async () => {
  const { results } = await group(insert(1), both(insert(2), fail), insert(3));
  assert.deepEqual(results, ['done 0', 'no', 'done 2']);
  assert.deepEqual(rows(), [1, 3]);
  assert.equal(undone, 2);
});

test('a write whose rows are returned counts as a write', async () => {
  const returning: Work = (at) => at.all(sql`insert into t (n) values (${2}) returning n`);
  const { results } = await group(insert(1), both(returning, fail));
  assert.deepEqual(results, ['done 0', 'no']);
  assert.deepEqual(rows(), [1]);
});

test('a statement that violates a constraint fails only its own call', async () => {
  const { results } = await group(insert(1), both(insert(2), insert(1)), insert(2));
  assert.equal(results[0], 'done 0');
  assert.match(String(results[1]), /UNIQUE/);
  assert.equal(results[2], 'done 2');
  assert.deepEqual(rows(), [1, 2]);
});

test('if the transaction itself is lost, every call of the group fails', async () => {
  const lost: Work = (at) => {
    at.exec('rollback');
    throw new Error('disk full');
  };
  const { results } = await group(insert(1), lost, insert(3));
  assert.deepEqual(results, ['disk full', 'disk full', 'disk full']);
  assert.deepEqual(rows(), []);
});

test('a call whose savepoint cannot be released fails and leaves nothing behind', async () => {
  const exec = db.exec.bind(db);
  let hasFailed = false;
  db.exec = (text) => {
    if (text === 'release unit' && !hasFailed) {
      hasFailed = true;
      throw new Error('disk');
    }
    exec(text);
  };
  const { results } = await group(insert(1), both(insert(2), fail), insert(3));
  assert.deepEqual(results, ['disk', 'no', 'done 2']);
  assert.deepEqual(rows(), [3]);
});
