import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/databases.js';
import { HOLDINGS_THREAD, statementsOf } from '../../../test/support/holdings.js';
import { newMemory, unlimited } from '../../../test/support/memories.js';
import { ID_PREFIXES, randomIds, randomText } from '../../kernel/ids.js';
import type { Database } from '../../storage/database.js';
import { storeMemories } from '../memories/sql/store.js';
import { proceduresHolding } from './holding.js';
import { reportOutcome } from './sql/outcome.js';
import { getProcedure } from './sql/read.js';
import { storeProcedure } from './sql/store.js';

const now = Date.UTC(2026, 10, 15);
const ids = randomIds(() => now);
const { erase, page, restore } = statementsOf(proceduresHolding);

forEachEngine(
  'the procedures holding',
  (open) => {
    let database: Database;
    before(async () => {
      database = await open();
    });
    const newKey = () => database.tenant(`rec_pk_${randomText(8)}`);
    const store = async (db: ReturnType<typeof newKey>, user_id: string, name: string, steps = ['step']) => {
      const memory = newMemory({ id: ids.next(ID_PREFIXES.procedure), user_id, kind: 'procedural', dedupe: false });
      const parts = { name, description: 'good for something', trigger: 'a task\nanother', steps };
      const rest = { tags: null, metadata: null, quota: unlimited(now), now };
      return (await db.run(storeProcedure, { memory, parts, ...rest })).record;
    };

    test('an import restores procedures, their versions and their outcomes', async () => {
      const from = newKey();
      const first = await store(from, 'ann', 'one');
      await from.run(reportOutcome, { id: first.id, outcome: 'success', now });
      await store(from, 'ann', 'one', ['other step']);
      const second = await store(from, '', 'two');
      await from.run(reportOutcome, { id: second.id, outcome: 'failure', now });
      const one = await from.run(page, { scope: {}, after: '', limit: 1 });
      const rest = await from.run(page, { scope: {}, after: one[0]?.id ?? '', limit: 10 });
      const records = [...one, ...rest];
      assert.deepEqual(
        records.map(({ id }) => id),
        [first.id, second.id],
      );
      assert.deepEqual(
        (await from.run(page, { scope: { userId: 'ann' }, after: '', limit: 10 })).map(({ id }) => id),
        [first.id],
      );

      const to = newKey();
      const memories = [
        newMemory({ id: first.id, user_id: 'ann', kind: 'procedural' }),
        newMemory({ id: second.id, user_id: '', kind: 'procedural' }),
      ];
      await to.run(storeMemories, { memories, quota: unlimited(now), now });
      const plain = JSON.parse(JSON.stringify(records));
      assert.equal(await to.run(restore, { records: plain, now }), 2);
      assert.equal(await to.run(restore, { records: plain, now }), 0, 'what is there is left alone');
      assert.deepEqual(await to.run(page, { scope: {}, after: '', limit: 10 }), plain);
      const back = await to.run(getProcedure, { id: first.id, versions: 10, now });
      assert.deepEqual([back?.version, back?.versions.map(({ successes }) => successes)], [2, [1]]);
    });

    test('a record that lacks its memory is not written, and an invalid one is refused', async () => {
      const db = newKey();
      const record = { id: 'proc_lonely', name: 'lonely', steps: ['step'] };
      assert.equal(await db.run(restore, { records: [record], now }), 0);
      const bad = { ...record, id: 'proc_bad', steps: 7 };
      await assert.rejects(db.run(restore, { records: [bad], now }), /`steps`/);
    });

    test('a record whose former versions are newer than itself can be changed', async () => {
      const db = newKey();
      const id = ids.next(ID_PREFIXES.procedure);
      await db.run(storeMemories, {
        ...{ memories: [newMemory({ id, user_id: 'ann', kind: 'procedural' })], quota: unlimited(now), now },
      });
      const former = {
        description: null,
        trigger: null,
        steps: ['old'],
        tags: [],
        metadata: {},
        successes: 0,
        failures: 0,
      };
      const versions = [1, 4].map((version) => ({ ...former, version, replaced_at: now }));
      assert.equal(await db.run(restore, { records: [{ id, name: 'one', steps: ['step'], versions }], now }), 1);
      const changed = await store(db, 'ann', 'one', ['other step']);
      assert.deepEqual([changed.id, changed.version], [id, 6]);
    });

    test('erasing removes the procedures of the scope and nothing else', async () => {
      const db = newKey();
      const { id } = await store(db, 'ann', 'one');
      await store(db, 'ann', 'one', ['other step']);
      const kept = await store(db, 'bob', 'two');
      assert.equal(await db.run(erase, { userId: 'ann' }), 1);
      const left = await db.run(page, { scope: {}, after: '', limit: 10 });
      assert.deepEqual(
        left.map(({ id }) => id),
        [kept.id],
      );
      // Versions that were left behind would belong to a procedure with the same id.
      assert.equal(await db.run(restore, { records: [{ id, name: 'one', steps: ['step'] }], now }), 1);
      assert.deepEqual((await db.run(getProcedure, { id, versions: 10, now }))?.versions, []);
      assert.equal(await db.run(erase, { userId: 'ann' }), 1);
      assert.equal(await db.run(erase, { agentId: 'nobody' }), 0);
      assert.equal(await db.run(erase, {}), 1);
    });
  },
  HOLDINGS_THREAD,
);
