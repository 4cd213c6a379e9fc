import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { openDatabase } from '../../app/foundation.js';
import { MINUTE } from '../../kernel/clock.js';
import type { Database, TenantDatabase } from '../../storage/database.js';
import type { TenantStatement } from '../../storage/statement.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { textsOf, transferringOf } from './transfer.test.kit.js';

const COUNT = 250;
const texts = Array.from({ length: COUNT }, (_, i) => `Fact number ${i} is about ${i % 13} things`);

/** A database that is lost at the `nth` use of a statement. */
function losing(database: Database, name: string, nth: number): Database {
  let used = 0;
  const tenant = (keyId: string, ...rest: unknown[]): TenantDatabase => {
    const db = (database.tenant as (keyId: string, ...rest: unknown[]) => TenantDatabase)(keyId, ...rest);
    return {
      keyId,
      async run<I, O>(statement: TenantStatement<I, O>, input: I): Promise<O> {
        if (statement.name === name && ++used === nth) throw new Error('lost');
        return db.run(statement, input);
      },
    };
  };
  return new Proxy(database, {
    get(target, property) {
      if (property === 'tenant') return tenant;
      const value = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

onBothEngines('an interrupted transfer', (start) => {
  for (const [mode, at, nth] of [
    ['copy', 'transfer.step', 2],
    ['copy', 'transfer.ties', 4],
    ['copy', 'transfer.end', 1],
    ['move', 'transfer.step', 3],
  ] as const) {
    it(`is completed later: ${mode}, interrupted at ${at} number ${nth}`, async () => {
      const clock = new TestClock();
      const service = await start({
        ...{ clock, background: false },
        openDatabase: async (config, log) => losing(await openDatabase(config, log), at, nth),
      });
      const { key, id: keyId } = await service.mint({ tier: 'free' });
      const my = transferringOf(service, key);
      const ids: string[] = [];
      for (let i = 0; i < COUNT; i += 100) ids.push(...(await my.batch(texts.slice(i, i + 100))));
      const link = { from: ids[0], to: ids[COUNT - 1], relationship: 'supports' };
      assert.equal((await service.call('POST', '/memory/graph/link', { key, body: link })).status, 201);
      assert.equal((await my.tryTransfer({ mode })).status, 500);
      await service.jobs.runDue();
      assert.equal((await rowsOf(service.place, "select id from jobs where kind = 'transfer'")).length, 1, 'not yet');
      clock.advance(MINUTE);
      await service.jobs.runDue();
      assert.deepEqual(await rowsOf(service.place, "select id from jobs where kind = 'transfer'"), []);
      const there = await rowsOf<{ content: string }>(
        service.place,
        "select content from memories where key_id = ? and agent_id = 'new'",
        [keyId],
      );
      assert.deepEqual(textsOf(there), [...texts].sort());
      const stored = mode === 'copy' ? 2 * COUNT : COUNT;
      const [quota] = await rowsOf<{ used: number }>(
        service.place,
        'select sum(used) as used from quota where key_id = ?',
        [keyId],
      );
      assert.equal(Number(quota?.used), stored);
      const [links] = await rowsOf<{ count: number }>(
        service.place,
        'select count(*) as count from links where key_id = ?',
        [keyId],
      );
      assert.equal(Number(links?.count), mode === 'copy' ? 2 : 1);
      const [reserved] = await rowsOf<{ bytes: number }>(
        service.place,
        'select coalesce(sum(bytes), 0) as bytes from storage_use where key_id = ? and slot = 1000',
        [keyId],
      );
      assert.equal(Number(reserved?.bytes), 0);
    });
  }
});
