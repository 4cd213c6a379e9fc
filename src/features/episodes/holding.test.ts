import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../../../test/support/databases.js';
import { HOLDINGS_THREAD, statementsOf } from '../../../test/support/holdings.js';
import { unlimited } from '../../../test/support/memories.js';
import { RecollectError } from '../../kernel/errors.js';
import { randomIds, randomText } from '../../kernel/ids.js';
import type { HeldRecord } from '../holdings.js';
import { episodicMemory } from './episodic-memory.js';
import { episodesHolding } from './holding.js';
import { appendEvent } from './sql/append.js';
import { startEpisode } from './sql/start.js';

const NOW = Date.UTC(2026, 10, 15);
const { erase, page, restore } = statementsOf(episodesHolding);
const ids = randomIds(() => NOW);

forEachEngine(
  'the holding of episodes',
  (open) => {
    it('is paged, restored unchanged, and erased by user and agent', async () => {
      const database = await open();
      const [from, to] = [database.tenant(`rec_pk_${randomText(8)}`), database.tenant(`rec_pk_${randomText(8)}`)];
      for (const [i, user_id] of ['ann', 'ann', 'bob', ''].entries()) {
        const id = `ep_${i}`;
        const agent_id = i === 1 ? 'two' : 'one';
        const title = { title: `Title ${i}`, titleVectors: null };
        await from.run(startEpisode, { id, user_id, agent_id, ...title, metadata: { i }, now: NOW });
        const given = { content: `Event of ${i}`, metadata: {}, outcome: 'unknown' as const, vectors: null };
        const memory = { ...episodicMemory(given, ids, NOW), id: `evt_${i}` };
        await from.run(appendEvent, { episodeId: id, type: 'note', memory, quota: unlimited(NOW), now: NOW });
      }
      const all = [
        ...(await from.run(page, { scope: {}, after: '', limit: 3 })),
        ...(await from.run(page, { scope: {}, after: 'ep_2', limit: 3 })),
      ];
      assert.deepEqual(
        all.map((record) => record.id),
        ['ep_0', 'ep_1', 'ep_2', 'ep_3'],
      );
      assert.deepEqual(all[0]?.events, [{ id: 'evt_0', seq: 1, type: 'note', created_at: NOW }]);
      assert.equal(await to.run(restore, { records: JSON.parse(JSON.stringify(all)), now: NOW }), 4);
      assert.equal(await to.run(restore, { records: all, now: NOW }), 0);
      assert.deepEqual(await to.run(page, { scope: {}, after: '', limit: 10 }), all);
      const left = async () => (await to.run(page, { scope: {}, after: '', limit: 10 })).map((record) => record.id);
      assert.equal(await to.run(erase, { userId: 'ann', agentId: 'two' }), 2);
      assert.deepEqual(await left(), ['ep_0', 'ep_2', 'ep_3']);
      assert.equal(await to.run(erase, { userId: 'ann' }), 2);
      assert.equal(await to.run(erase, { userId: '' }), 2);
      assert.deepEqual(await left(), ['ep_2']);
      assert.equal((await from.run(page, { scope: { userId: 'ann' }, after: '', limit: 10 })).length, 2);
    });

    it('rejects records that no export contains', async () => {
      const database = await open();
      const db = database.tenant(`rec_pk_${randomText(8)}`);
      for (const record of [{ id: 'ep_1' }, { id: 'ep_1', agent_id: 'a', status: 'gone' }] as HeldRecord[]) {
        await assert.rejects(
          db.run(restore, { records: [record], now: NOW }),
          (error: Error) => error instanceof RecollectError && error.status === 400,
        );
      }
    });
  },
  HOLDINGS_THREAD,
);
