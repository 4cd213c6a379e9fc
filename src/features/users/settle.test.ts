import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { DAY, MINUTE, SECOND } from '../../kernel/clock.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';

onBothEngines('after an erasure', (start) => {
  async function erased(ahead: number) {
    const clock = new TestClock();
    const service = await start({ clock, background: false, env: { RECOLLECT_JOURNAL_DAYS: '365' } });
    const { key, id: keyId } = await service.mint();
    clock.advance(ahead);
    await service.call('POST', '/memory/store', { key, body: { user_id: 'ada', content: 'Ada likes tea' } });
    assert.equal((await service.call('DELETE', '/users/ada/memories', { key })).status, 200);
    const late = clock.now() - SECOND;
    await rowsOf(
      service.place,
      `insert into retrievals (key_id, user_id, agent_id, at, memory_ids, found, abstained) values (?, 'ada', null, ?, '[]', 0, 1)`,
      [keyId, late],
    );
    clock.advance(-ahead);
    const left = async (table: string) =>
      (await rowsOf(service.place, `select 1 from ${table} where key_id = ? and user_id = 'ada'`, [keyId])).length;
    const later = (milliseconds: number) => {
      clock.advance(milliseconds);
      return service.jobs.runDue();
    };
    return { left, later };
  }

  it('what a node counted a moment too late is removed, and after 30 days the name of the user', async () => {
    const { left, later } = await erased(0);
    await later(2 * MINUTE);
    assert.deepEqual([await left('retrievals'), await left('journal')], [0, 1]);
    await later(31 * DAY);
    assert.equal(await left('journal'), 0);
  });

  it('that was made while a clock was ahead, the name of the user is removed as soon', async () => {
    const { left, later } = await erased(3_650 * DAY);
    await later(2 * MINUTE);
    assert.equal(await left('journal'), 1);
    await later(31 * DAY);
    assert.equal(await left('journal'), 0);
  });
});
