import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { DAY } from '../../kernel/clock.js';

const DRINKS = 'Ada drinks strong coffee in the morning.';
const DOES_NOT = 'Ada does not drink strong coffee in the morning.';

onBothEngines('conflicts', (startService) => {
  async function start() {
    const clock = new TestClock();
    const service = await startService({ clock, background: false });
    const { key } = await service.mint();
    const call = async (method: string, path: string, given: object = {}) =>
      (await service.call(method, path, { key, ...given })).body;
    return {
      ...{ clock, call },
      async store(content: string, more: object = {}) {
        clock.advance(DAY);
        return call('POST', '/memory/store', { body: { user_id: 'ada', content, detect_conflicts: true, ...more } });
      },
      open: async () => (await call('GET', '/memory/conflicts', { query: { user_id: 'ada' } })).conflicts,
      /** What asks for a decision. */
      async counts() {
        const query = { user_id: 'ada' };
        const { conflict_count } = await call('GET', '/memory/stats', { query });
        const { conflicts, recommendations } = await call('GET', '/memory/health', { query });
        const { insights } = await call('GET', '/memory/insights', { query });
        const advised = recommendations.filter(({ action }: { action: string }) => action === 'resolve_conflicts');
        const told = insights.filter(({ kind }: { kind: string }) => kind === 'contradiction');
        return [conflict_count, conflicts, advised.length, told.length];
      },
    };
  }

  it('are to be decided only while both sides are in force', async () => {
    const { clock, call, store, open, counts } = await start();
    const a = await store(DRINKS);
    const b = await store(DOES_NOT);
    assert.equal(b.conflicts.length, 1);
    assert.deepEqual(await counts(), [1, 1, 1, 1]);
    const end = (valid_until: number | null) => call('PATCH', `/memory/${a.id}`, { body: { valid_until } });
    clock.advance(DAY);
    await end(clock.now());
    assert.deepEqual(await counts(), [0, 0, 0, 0]);
    assert.equal((await open()).length, 1, 'the list shows it');
    await end(null);
    assert.deepEqual(await counts(), [1, 1, 1, 1]);
    const milk = await store('Ada drinks milk.');
    await call('POST', '/memory/graph/link', { body: { from: milk.id, to: a.id, relationship: 'contradicts' } });
    const [newest] = await open();
    assert.equal(newest.memory_b.id, milk.id);
    await call('POST', `/memory/conflicts/${newest.id}/resolve`, { body: { keep: 'b' } });
    assert.deepEqual([await counts(), (await open()).length], [[0, 0, 0, 0], 1]);
  });

  it('are not found between memories that held one after the other', async () => {
    const { store } = await start();
    const [begin, change] = [Date.parse('2026-01-10'), Date.parse('2026-03-01')];
    const b = await store(DOES_NOT, { valid_from: change });
    const a = await store(DRINKS, { valid_from: begin, valid_until: change });
    assert.deepEqual([a.conflicts, b.conflicts], [[], []]);
    const c = await store(`${DRINKS} Always.`, { valid_from: begin, valid_until: change + DAY });
    const newer = c.conflicts.map(({ memory_b }: { memory_b: { id: string } }) => memory_b.id);
    assert.deepEqual(newer, [b.id]);
  });
});
