import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { newPlace, type TestPlace } from '../../../test/support/databases.js';
import { RecollectError } from '../../kernel/errors.js';
import type { Database } from '../database.js';
import {
  names,
  put,
  putAndDie,
  putAndFail,
  readAndDie,
  search,
  searchAndDie,
  THREAD,
} from './thread-death-statements.test.kit.js';

/** Includes the cause, for the log. */
const isUnavailable = (error: unknown) =>
  error instanceof RecollectError && error.status === 503 && !!error.retryAfter && error.cause instanceof Error;

describe('a database thread that dies', () => {
  const opened: { database: Database; place: TestPlace }[] = [];
  const open = async () => {
    const place = await newPlace('sqlite', THREAD);
    const database = await place.open();
    opened.push({ database, place });
    return database;
  };
  after(async () => {
    for (const { database, place } of opened) {
      await database.close();
      await place.remove();
    }
  });

  for (const [how, statement] of [
    ['by an exit', putAndDie],
    ['by an uncaught error', putAndFail],
  ] as const) {
    it(`${how} fails its calls in flight with 503, writes none of them, and is replaced`, async () => {
      const database = await open();
      await database.system(put, 'before');
      // At most two messages are in flight: these go ahead, the next three share one transaction.
      const ahead = [database.system(put, 'ahead 1'), database.system(put, 'ahead 2')];
      const group = [
        database.system(put, 'lost 1'),
        database.system(statement, 'lost 2'),
        database.system(put, 'lost 3'),
      ];
      const settled = await Promise.allSettled(ahead);
      for (const call of group) await assert.rejects(call, isUnavailable);
      await database.system(put, 'after');
      const found = await database.system(names, null);
      assert.deepEqual(
        found.filter((name) => !name.startsWith('ahead')),
        ['after', 'before'],
      );
      settled.forEach(({ status }, i) => {
        if (status === 'fulfilled') assert.ok(found.includes(`ahead ${i + 1}`), 'what was acknowledged is there');
      });
    });
  }

  it('while reading or searching does not stop the others, and is replaced', async () => {
    const database = await open();
    await Promise.all([
      assert.rejects(database.system(readAndDie, null), isUnavailable),
      assert.rejects(database.tenant('key').run(searchAndDie, null), isUnavailable),
      database.system(put, 'meanwhile'),
    ]);
    assert.deepEqual(await database.system(names, null), ['meanwhile']);
    assert.equal(await database.tenant('key').run(search, null), 0);
    await database.ping();
    assert.equal((await database.figures()).engine, 'sqlite');
  });

  it('repeatedly is replaced each time', async () => {
    const database = await open();
    let succeeded = 0;
    for (let i = 0; i < 3; i++) await assert.rejects(database.system(putAndDie, `lost ${i}`), isUnavailable);
    for (let i = 0; succeeded === 0; i++) {
      try {
        await database.system(put, `kept ${i}`);
        succeeded++;
      } catch (error) {
        assert.ok(isUnavailable(error)); // a thread that dies young is replaced after a pause
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    const found = await database.system(names, null);
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', /^kept/);
  });

  it('leaves a database that can be closed', async () => {
    const place = await newPlace('sqlite', THREAD);
    const database = await place.open();
    await assert.rejects(database.system(putAndDie, 'lost'), isUnavailable);
    await database.close();
    const again = await place.open();
    assert.deepEqual(await again.system(names, null), []);
    await again.close();
    await place.remove();
  });
});
