import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/databases.js';
import { RecollectError } from '../../kernel/errors.js';
import { randomText } from '../../kernel/ids.js';
import type { Database } from '../../storage/database.js';
import { readEvents } from '../events/sql/journal.js';
import { giveBack, THREAD, take, takeAndFail } from './quota-statements.test.kit.js';
import { quotaUsed } from './sql/quota.js';

const month = '2026-11';
const now = Date.UTC(2026, 10, 15);
const resetAt = Date.UTC(2026, 11, 1);

forEachEngine(
  'the monthly allowance',
  (open) => {
    let database: Database;
    before(async () => {
      database = await open();
    });
    const start = (limit: number | null) => {
      const db = database.tenant(`rec_pk_${randomText(8)}`);
      const of = (count: number, allowed = limit) => ({ month, limit: allowed, count, now, resetAt });
      return { db, of, used: () => db.run(quotaUsed, { month }) };
    };

    test('200 concurrent takes fill the allowance exactly', async () => {
      const { db, of, used } = start(100);
      const results = await Promise.allSettled(Array.from({ length: 200 }, () => db.run(take, of(1))));
      const refused = results.filter((result) => result.status === 'rejected');
      assert.equal(refused.length, 100);
      assert.ok(refused.every(({ reason }) => reason instanceof RecollectError && reason.code === 'quota_exceeded'));
      assert.equal(await used(), 100);
    });

    test('subscribers are warned when 80 % and when 95 % are used', async () => {
      const { db, of } = start(100);
      const filter = { kinds: ['usage.limit_approaching'], userId: null, agentId: null };
      const warned = async () =>
        (await db.run(readEvents, { filter, after: 0, until: Number.MAX_SAFE_INTEGER, limit: 10 })).lines.map(
          ({ data }) => data,
        );
      await db.run(take, of(79));
      assert.deepEqual(await warned(), []);
      await db.run(take, of(2));
      await db.run(take, of(13));
      assert.deepEqual(await warned(), [{ used: 81, limit: 100, reset_date: resetAt }]);
      await db.run(take, of(6));
      assert.deepEqual(
        (await warned()).map(({ used }) => used),
        [81, 100],
      );
    });

    test('a take that does not fit is refused whole, with the allowance, the use and the reset date', async () => {
      const { db, of, used } = start(10);
      await db.run(take, of(8));
      await assert.rejects(db.run(take, of(3)), (error: RecollectError) => {
        assert.match(error.message, /10 memories per month.*8 are used.*2026-12-01/);
        assert.deepEqual(error.details, { limit: 10, used: 8, requested: 3, reset_date: Date.UTC(2026, 11, 1) });
        return error.status === 429 && error.retryAfter === 16 * 86_400;
      });
      await db.run(take, of(2));
      assert.equal(await used(), 10);
    });

    test('the first take of a month may already be too much', async () => {
      const { db, of, used } = start(10);
      await assert.rejects(db.run(take, of(11)));
      await db.run(take, of(0));
      assert.equal(await used(), 0);
    });

    test('a key without an allowance is counted exactly too, even under 200 concurrent takes', async () => {
      const { db, of, used } = start(null);
      await Promise.all(Array.from({ length: 200 }, () => db.run(take, of(3))));
      assert.equal(await used(), 600);
    });

    test('what was stored before the key got an allowance counts against it', async () => {
      const { db, of, used } = start(null);
      await db.run(take, of(9));
      await db.run(take, of(1, 10));
      await assert.rejects(db.run(take, of(1, 10)));
      assert.equal(await used(), 10);
    });

    test('a write that fails takes nothing, and what is given back can be taken again', async () => {
      for (const limit of [10, null]) {
        const { db, of, used } = start(limit);
        await assert.rejects(db.run(takeAndFail, of(10)), /after the quota/);
        await db.run(take, of(10));
        await db.run(giveBack, of(4));
        assert.equal(await used(), 6);
        await db.run(take, of(4));
        assert.equal(await used(), 10);
      }
    });

    test('another month and another key have allowances of their own', async () => {
      const { db, of } = start(1);
      await db.run(take, of(1));
      await db.run(take, { ...of(1), month: '2026-12' });
      const other = start(1);
      await other.db.run(take, other.of(1));
    });
  },
  THREAD,
);
