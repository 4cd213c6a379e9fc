import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../../../test/support/databases.js';
import { HOLDINGS_THREAD, statementsOf } from '../../../test/support/holdings.js';
import { newMemory, unlimited } from '../../../test/support/memories.js';
import { countRetrievals } from '../memories/sql/retrieval.js';
import { storeMemories } from '../memories/sql/store.js';
import { retrievalsHolding } from './holding.js';

const { erase, page } = statementsOf(retrievalsHolding);

forEachEngine(
  'held retrievals',
  (open) => {
    test('are paged in order and erased by user and agent, for one key only', async () => {
      const database = await open();
      const [mine, theirs] = [database.tenant('mine'), database.tenant('theirs')];
      const asked = (userId: string, agentId: string | null, at: number) => ({
        ...{ userId, agentId, at, ids: [`mem_of_${userId}`], found: 1, abstained: false },
      });
      const retrievals = [asked('ann', null, 1), asked('ann', 'one', 2), asked('bob', 'one', 3)];
      for (const tenant of [mine, theirs]) {
        const memories = ['ann', 'bob'].map((user_id) => newMemory({ user_id }));
        await tenant.run(storeMemories, { memories, quota: unlimited(1), now: 1 });
        await tenant.run(countRetrievals, { counts: [], retrievals, at: 9 });
      }
      const [first] = await mine.run(page, { scope: {}, after: '', limit: 1 });
      assert.deepEqual(
        [first?.user_id, first?.at, first?.memory_ids, first?.abstained],
        ['ann', 1, ['mem_of_ann'], false],
      );
      const rest = await mine.run(page, { scope: {}, after: first?.id ?? '', limit: 10 });
      assert.deepEqual(
        rest.map((row) => [row.user_id, row.agent_id]),
        [
          ['ann', 'one'],
          ['bob', 'one'],
        ],
      );
      assert.equal((await mine.run(page, { scope: { userId: 'ann' }, after: '', limit: 10 })).length, 2);
      assert.equal(await mine.run(erase, { userId: 'ann', agentId: 'one' }), 1);
      assert.equal(await mine.run(erase, { userId: 'ann' }), 1);
      assert.equal((await mine.run(page, { scope: {}, after: '', limit: 10 })).length, 1);
      assert.equal((await theirs.run(page, { scope: {}, after: '', limit: 10 })).length, 3);
    });
  },
  HOLDINGS_THREAD,
);
