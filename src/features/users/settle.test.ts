import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../kernel/clock.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';

onBothEngines('after an erasure', (start, engine) => {
  async function erased(ahead: number, { settled = false } = {}) {
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
    if (settled) await service.jobs.runDue();
    clock.advance(-ahead);
    const scrubbedAt = async () =>
      (await service.call('GET', '/erasures', { key })).body.erasures[0].scrubbed_at as number | null;
    const left = async (table: string) =>
      (await rowsOf(service.place, `select 1 from ${table} where key_id = ? and user_id = 'ada'`, [keyId])).length;
    const later = (milliseconds: number) => {
      clock.advance(milliseconds);
      return service.jobs.runDue();
    };
    return { left, later, scrubbedAt };
  }

  it('what a node counted a moment too late is removed, and after 30 days the name of the user', async () => {
    const { left, later } = await erased(0);
    await later(2 * MINUTE);
    assert.deepEqual([await left('retrievals'), await left('journal')], [0, 1]);
    await later(31 * DAY);
    assert.equal(await left('journal'), 0);
  });

  for (const [name, ahead] of Object.entries({ 'an hour': HOUR, 'ten days': 10 * DAY, 'ten years': 3_650 * DAY }))
    it(`that was made while a clock was ${name} ahead, the rest is removed as soon`, async () => {
      const { left, later, scrubbedAt } = await erased(ahead);
      await later(2 * MINUTE);
      assert.deepEqual([await left('retrievals'), await left('journal')], [0, 1]);
      if (engine === 'sqlite') assert.ok(await scrubbedAt());
      await later(31 * DAY);
      assert.equal(await left('journal'), 0);
    });

  it('that was settled while a clock was ahead, the name of the user is removed after 30 days, too', async () => {
    const { left, later } = await erased(DAY, { settled: true });
    await later(2 * MINUTE);
    assert.deepEqual([await left('retrievals'), await left('journal')], [0, 1]);
    await later(29 * DAY);
    assert.equal(await left('journal'), 1);
    await later(2 * DAY);
    assert.equal(await left('journal'), 0);
  });
});
