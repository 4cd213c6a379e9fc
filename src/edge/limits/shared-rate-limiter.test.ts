import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { newPlace, POSTGRES_SKIPPED, type TestPlace } from '../../../test/support/databases.js';
import { MINUTE, SECOND } from '../../kernel/clock.js';
import { randomText } from '../../kernel/ids.js';
import type { Database } from '../../storage/database.js';
import { SharedRateLimiter } from './shared-rate-limiter.js';

/** A database that counts its calls. */
function counted(database: Database) {
  const asked = { times: 0 };
  const system: Database['system'] = (statement, input) => {
    asked.times++;
    return database.system(statement, input);
  };
  return { asked, database: { ...database, engine: database.engine, place: '', system } as Database };
}

// SQLite has a single process, which counts in memory.
describe('rate-limit buckets shared by nodes', () => {
  if (POSTGRES_SKIPPED) return void test('all of it', { skip: POSTGRES_SKIPPED }, () => {});
  const opened: [Database, TestPlace][] = [];
  after(async () => {
    for (const [database, place] of opened) {
      await database.close();
      await place.remove();
    }
  });
  const open = async () => {
    const place = await newPlace('postgres');
    const database = await place.open();
    opened.push([database, place]);
    return database;
  };
  const start = async (nodes: number, perMinute: number, drift = 0) => {
    const { asked, database } = counted(await open());
    const clock = new TestClock();
    const clockOf = (node: number) => ({ now: () => clock.now() + node * drift });
    const limiters = Array.from(
      { length: nodes },
      (_, node) => new SharedRateLimiter({ database, clock: clockOf(node), nodeId: `node ${node}`, perMinute }),
    );
    const key = `rec_pk_${randomText(8)}`;
    const take = async (node: number) => {
      const result = await (limiters[node] as SharedRateLimiter).take(key, 'pro');
      assert.ok(result);
      return result;
    };
    /** Sends `each` requests to every node at once and returns how many were allowed. */
    const burst = async (each: number) => {
      const all = limiters.flatMap((_, node) => Array.from({ length: each }, () => take(node)));
      return (await Promise.all(all)).filter(({ allowed }) => allowed).length;
    };
    /** Sends requests to the nodes in turn until none allows any. */
    const drainRest = async () => {
      let allowed = 0;
      for (let refused = 0; refused < nodes; ) {
        for (let node = 0; node < nodes; node++) {
          if ((await take(node)).allowed) {
            allowed++;
            refused = 0;
          } else refused++;
        }
      }
      return allowed;
    };
    return { clock, take, burst, drainRest, asked };
  };

  test('three nodes together allow exactly the limit, with few database calls', async () => {
    const { burst, drainRest, asked } = await start(3, 1_200);
    const first = await burst(600);
    assert.ok(first <= 1_200 && first >= 1_100, `${first} were let through`);
    assert.equal(first + (await drainRest()), 1_200);
    assert.ok(asked.times < 240, `the database was asked ${asked.times} times`);
  });

  test('a single node allows exactly the limit, and reports what is left', async () => {
    const { clock, take, asked } = await start(1, 1_200);
    for (let i = 1; i <= 1_200; i++) {
      const result = await take(0);
      assert.ok(result.allowed);
      assert.equal(result.remaining, 1_200 - i);
    }
    const before = asked.times;
    const refused = { allowed: false, limit: 1_200, remaining: 0, resetSeconds: 60, retryAfter: 1 };
    for (let i = 0; i < 100; i++) assert.deepEqual(await take(0), refused);
    assert.ok(asked.times - before <= 1, 'a key that is over its limit costs the database nothing');
    clock.advance(SECOND);
    for (let i = 0; i < 20; i++) assert.ok((await take(0)).allowed);
    assert.ok(!(await take(0)).allowed);
  });

  test('what a node borrowed and did not spend is returned', async () => {
    const { clock, take, burst, drainRest } = await start(2, 1_200);
    await burst(20); // both hold some now
    clock.advance(MINUTE);
    let allowed = 0;
    while ((await take(0)).allowed) allowed++;
    assert.equal(allowed, 1_200, 'after a minute the other node holds nothing any more');
    assert.equal(await drainRest(), 0);
  });

  test('what is lent and what is left never exceed the limit', async () => {
    const { clock, burst, drainRest } = await start(3, 1_200);
    for (let round = 0; round < 5; round++) {
      await burst(7);
      clock.advance(SECOND - 1); // all hold slices, and the bucket has been refilled beneath them
      const spent = (await burst(400)) + (await drainRest());
      assert.ok(spent <= 1_200, `${spent} were let through at once`);
      clock.advance(MINUTE);
    }
  });

  test('clocks that differ by a second add no more than that second, once', async () => {
    const { clock, drainRest } = await start(3, 60, SECOND);
    const first = await drainRest();
    assert.ok(first >= 60 && first <= 62, `${first} were let through`); // two seconds' refill, once
    assert.equal(await drainRest(), 0);
    clock.advance(10 * SECOND);
    assert.equal(await drainRest(), 10);
  });

  test('a clock that was a day ahead holds nobody up once it is right', async () => {
    const { clock, take, drainRest } = await start(1, 60);
    clock.advance(86_400 * SECOND);
    assert.equal(await drainRest(), 60);
    clock.advance(-86_400 * SECOND);
    assert.ok(!(await take(0)).allowed);
    clock.advance(5 * SECOND);
    assert.equal(await drainRest(), 5);
  });

  test('each key has its own bucket, and zero means no limit', async () => {
    const database = await open();
    const clock = new TestClock();
    const limited = new SharedRateLimiter({ database, clock, nodeId: 'one', perMinute: 1 });
    assert.ok((await limited.take('a', 'free'))?.allowed);
    assert.ok(!(await limited.take('a', 'free'))?.allowed);
    assert.ok((await limited.take('b', 'free'))?.allowed);
    assert.equal(new SharedRateLimiter({ database, clock, nodeId: 'two', perMinute: 0 }).take('a', 'free'), null);
    clock.advance(2 * MINUTE);
    await limited.sweep();
    assert.ok((await limited.take('a', 'free'))?.allowed);
  });
});
