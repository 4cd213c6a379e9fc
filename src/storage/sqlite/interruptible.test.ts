import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type Sql, sql } from '../sql.js';
import { SqliteConnection } from './connection.js';
import { openSqlite } from './driver.js';
import { interruptible } from './interruptible.js';
import { Pulse, PulseFlags } from './pulse.js';

const ASK = '(random() & 15 or alive())';
const folder = mkdtempSync(join(tmpdir(), 'recollect-pulse-'));
const file = join(folder, 'test.db');
const handle = openSqlite(file);
handle.exec('create table t (n integer primary key, a text); create index by_a on t (a, n)');
handle.exec(`with recursive c (n) as (select 1 union all select n + 1 from c where n < 20000)
  insert into t select n, 'a' || (n % 7) from c`);
after(() => {
  handle.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a statement that can be interrupted', () => {
  it('gets a check in every condition', () => {
    assert.equal(interruptible('select 1 from t where a or b'), `select 1 from t where ${ASK} and ( a or b)`);
    assert.equal(
      interruptible("select ')' from t where x in (select y from u where z = 'where' limit 3) order by n"),
      `select ')' from t where ${ASK} and ( x in (select y from u where ${ASK} and ( z = 'where' ) limit 3) ) order by n`,
    );
    assert.equal(
      interruptible('select count(*) filter (where a = 1) from t'),
      'select count(*) filter (where a = 1) from t',
    );
    assert.equal(
      interruptible('select n from t where a = 1 union all select n from t where a = 2 group by n'),
      `select n from t where ${ASK} and ( a = 1 ) union all select n from t where ${ASK} and ( a = 2 ) group by n`,
    );
  });

  it('is planned as it would be otherwise', () => {
    handle.function('alive', () => 1);
    const plan = (text: string) =>
      handle
        .prepare(`explain query plan ${text}`)
        .all()
        .map((row) => (row as { detail: string }).detail);
    for (const text of [
      "select n from t where a = 'a1' or n = 3 order by n limit 5",
      "select max(n) from t where a = 'a1'",
      "select n from t where a in (select value from json_each('[1]')) and exists (select 1 from t u where u.n = t.n)",
    ])
      assert.deepEqual(plan(interruptible(text)), plan(text));
  });

  const crossed: Sql = sql`select count(*) as n from t join t u on u.n > t.n where t.a <> u.a`;
  for (const [why, prepare] of [
    ['gone', (flags: PulseFlags) => flags.setGone(3, true)],
    ['slice', (flags: PulseFlags) => (flags.waiting = 2)],
    ['deadline', () => {}],
  ] as const) {
    it(`is interrupted (${why}), and leaves a connection that works`, () => {
      const flags = new PulseFlags();
      prepare(flags);
      const pulse = new Pulse(flags, why === 'slice' ? -1 : 1e9);
      const db = new SqliteConnection(file, { readOnly: true, pulse });
      pulse.begin(3, why === 'deadline' ? 0 : Infinity);
      assert.throws(() => db.all(crossed));
      assert.equal(pulse.stopped, why);
      assert.throws(() => db.all(sql`select 1`), 'nothing more is done of the call');
      pulse.begin(4, Infinity);
      flags.waiting = 0;
      assert.equal(db.get<{ n: number }>(sql`select count(*) as n from t where a = ${'a1'}`)?.n, 2_858);
      pulse.end();
      db.close();
    });
  }

  it('is interrupted in the middle of its rows, not at the end of them', () => {
    const flags = new PulseFlags();
    const pulse = new Pulse(flags, 1e9);
    const db = new SqliteConnection(file, { readOnly: true, pulse });
    let rows = 0;
    db.handle.function('seen', () => {
      if (++rows === 100) flags.setGone(0, true);
      return 1;
    });
    pulse.begin(0, Infinity);
    assert.throws(() => db.get(sql`select count(*) from t where seen()`));
    assert.ok(rows < 1_000, `${rows} rows were looked at`);
    db.close();
  });

  it('can be iterated again after it was interrupted in the middle', () => {
    const flags = new PulseFlags();
    const pulse = new Pulse(flags, 1e9);
    const db = new SqliteConnection(file, { readOnly: true, pulse });
    const all: Sql = sql`select n from t where a <> ${''}`;
    pulse.begin(0, Infinity);
    let rows = 0;
    assert.throws(() => {
      for (const _ of db.iterate(all)) if (++rows === 100) flags.setGone(0, true);
    });
    assert.ok(rows >= 100 && rows < 1_000, `${rows} rows were returned`);
    flags.setGone(0, false);
    pulse.begin(0, Infinity);
    assert.equal([...db.iterate(all)].length, 20_000);
    db.close();
  });
});
