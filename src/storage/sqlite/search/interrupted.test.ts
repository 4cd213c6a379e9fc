import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { seededRandom, unitVector } from '../../../../test/support/memories.js';
import { sql } from '../../sql.js';
import { encodeVector } from '../../vectors.js';
import { SqliteConnection } from '../connection.js';
import { Pulse, PulseFlags } from '../pulse.js';
import { TermCache } from './term-cache.js';
import { VectorCache } from './vector-cache.js';

const DIMENSIONS = 32;
const MEMORIES = 12_000;
const PLENTY = 100_000_000;
const SCOPE = { keyId: 'k', userId: 'ann', model: 'm' };

/** Interrupts at the given check. Checks are also the clock: they show how much was done. */
class CountedFlags extends PulseFlags {
  left = Infinity;
  checks = 0;
  override isGone(): boolean {
    this.checks++;
    return --this.left < 0;
  }
}

describe('a scope that is read in pieces', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-pieces-'));
  const file = join(folder, 'test.db');
  const random = seededRandom(5);
  const flags = new CountedFlags();
  const pulse = new Pulse(flags, 1e9, () => flags.checks);
  let writer: SqliteConnection;
  let db: SqliteConnection;
  let vectors: VectorCache;
  let words: TermCache;
  /** The vectors of every memory. */
  const stored = new Map<string, Float32Array[]>();

  const idOf = (n: number) => `m${String(n).padStart(5, '0')}`;
  function put(id: string, at: number): void {
    const passages = [unitVector(DIMENSIONS, random), ...(at % 5 === 0 ? [unitVector(DIMENSIONS, random)] : [])];
    stored.set(id, passages);
    writer.run(sql`insert into memories values ('k', ${id}, 'ann', ${at}, 2, ${`common own${id}`})`);
    for (const [passage, vector] of passages.entries()) {
      writer.run(
        sql`insert into memory_vectors values ('k', 'ann', 'm', ${id}, ${passage}, ${encodeVector('sqlite', vector)})`,
      );
    }
  }
  function drop(id: string): void {
    stored.delete(id);
    for (const table of ['memories', 'memory_vectors']) {
      const column = table === 'memories' ? 'id' : 'memory_id';
      writer.exec(`delete from ${table} where ${column} = '${id}'`);
    }
  }
  const journal = (id: string) =>
    writer.run(sql`insert into journal (key_id, user_id, subject) values ('k', 'ann', ${id})`);

  before(() => {
    writer = new SqliteConnection(file, { readOnly: false });
    writer.exec(`create table memories (key_id text, id text, user_id text, created_at integer, terms_length integer, terms text, primary key (key_id, id));
      create index by_time on memories (key_id, user_id, created_at, id);
      create table memory_vectors (key_id text, user_id text, model text, memory_id text, passage integer, vector blob,
        primary key (key_id, user_id, memory_id, model, passage)) without rowid;
      create table journal (seq integer primary key, key_id text, user_id text, subject text);
      create table settings (name text, value text)`);
    writer.exec('begin');
    for (let n = 0; n < MEMORIES; n++) put(idOf(n), n);
    writer.exec('commit');
    db = new SqliteConnection(file, { readOnly: true, pulse });
    vectors = new VectorCache(db, PLENTY);
    words = new TermCache(db, PLENTY);
  });
  after(() => {
    db.close();
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Repeats a read that is interrupted every 200 checks; returns how often it was. */
  function inPieces<T>(read: () => T): { value: T; interruptions: number } {
    for (let interruptions = 0; ; interruptions++) {
      pulse.begin(0, Infinity);
      flags.left = 200;
      try {
        return { value: read(), interruptions };
      } catch (error) {
        if (!pulse.stopped) throw error;
        assert.equal(pulse.kept, 'most', `interruption ${interruptions + 1} came before any progress`);
      } finally {
        flags.left = Infinity;
        pulse.end();
      }
    }
  }
  function isComplete(): void {
    const query = unitVector(DIMENSIONS, random);
    const cached = vectors.get(SCOPE, DIMENSIONS);
    assert.ok(cached && cached !== 'too large');
    assert.deepEqual([...cached.ids].sort(), [...stored.keys()].sort());
    cached.estimate(query);
    for (const [id, passages] of stored) {
      const best = Math.max(
        ...passages.map((vector) => vector.reduce((sum, x, i) => sum + x * (query[i] as number), 0)),
      );
      assert.ok(Math.abs(cached.score(cached.indexOf(id) as number) - best) < 3e-5, id);
    }
    const terms = words.get(SCOPE);
    assert.equal(terms.size, stored.size);
    assert.equal(terms.find('common')?.docs.length, stored.size);
    for (const id of stored.keys())
      assert.deepEqual(
        Array.from(terms.find(`own${id}`)?.docs ?? [], (doc) => terms.ids[doc]),
        [id],
      );
  }

  it('continues where it was interrupted, and is complete in the end', () => {
    assert.ok(inPieces(() => vectors.get(SCOPE, DIMENSIONS)).interruptions > 1);
    assert.ok(inPieces(() => words.get(SCOPE)).interruptions > 1);
    assert.equal(vectors.loads, 1);
    isComplete();
  });

  it('follows changes in the same way, without being loaded again', () => {
    writer.exec('begin');
    for (let n = 0; n < 1_500; n++) {
      const id = idOf((n * 7) % MEMORIES);
      drop(id);
      if (n % 3) put(id, MEMORIES + n);
      journal(id);
      if (n % 10 === 0) journal(id);
    }
    writer.exec('commit');
    assert.ok(inPieces(() => vectors.get(SCOPE, DIMENSIONS)).interruptions > 1);
    assert.ok(inPieces(() => words.get(SCOPE)).interruptions > 1);
    assert.equal(vectors.loads, 1);
    isComplete();
  });

  it('counts as progress even if the interruption comes after it: the repeated read is short', () => {
    for (const load of [
      () => new VectorCache(db, PLENTY).get(SCOPE, DIMENSIONS),
      () => new TermCache(db, PLENTY).get(SCOPE),
    ]) {
      pulse.begin(0, Infinity);
      load();
      assert.equal(pulse.kept, 'most');
      pulse.end();
    }
    pulse.begin(0, Infinity);
    vectors.get(SCOPE, DIMENSIONS);
    assert.equal(pulse.kept, 'nothing', 'nothing was left to load');
    pulse.end();
  });

  it('counts as some progress if most of the work came after it: repeated, the read might take as long again', () => {
    journal(idOf(1));
    pulse.begin(0, Infinity);
    for (let n = 0; n < 20; n++) vectors.get(SCOPE, DIMENSIONS);
    assert.equal(pulse.kept, 'some');
    pulse.end();
  });

  it('is not loaded repeatedly if it does not fit, and does not count as progress', () => {
    const small = new VectorCache(db, 100_000);
    const other = { ...SCOPE, userId: 'eve' };
    writer.run(
      sql`insert into memory_vectors values ('k', 'eve', 'm', 'e1', 0, ${encodeVector('sqlite', unitVector(DIMENSIONS, random))})`,
    );
    pulse.begin(0, Infinity);
    assert.equal(small.get(SCOPE, DIMENSIONS), 'too large');
    assert.equal(pulse.kept, 'nothing');
    pulse.end();
    small.get(other, DIMENSIONS);
    const before = small.figures();
    assert.equal(small.get(SCOPE, DIMENSIONS), 'too large');
    assert.deepEqual(small.figures(), before, 'nothing was loaded, and nobody was evicted for it');
  });
});
