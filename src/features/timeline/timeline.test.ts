import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DAY } from '../../kernel/clock.js';
import { TestClock } from '../../testing/clock.js';
import { onBothEngines } from '../../testing/service.js';

onBothEngines('the timeline', (start) => {
  it('tells in order what was added, replaced, disputed, changed and ended about a topic', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key } = await service.mint();
    const store = async (content: string, more = {}) => {
      clock.advance(DAY);
      const body = { user_id: 'ann', content, detect_conflicts: true, ...more };
      return (await service.call('POST', '/memory/store', { key, body })).body.id as string;
    };
    const berlin = await store('Ann lives in Berlin.');
    await store('The invoice for the printer is overdue.');
    const hotel = await store('Ann lives in a hotel in Paris for the fair.', { valid_until: clock.now() + 2 * DAY });
    const london = await store('Ann moved to London and no longer lives in Berlin.');
    clock.advance(5 * DAY);
    const answer = await service.call('GET', '/memory/timeline', {
      key,
      query: { user_id: 'ann', topic: 'where Ann lives' },
    });
    const entries = answer.body.timeline as { id: string; change: string; supersedes: string | null; at: number }[];
    const changes = new Map(entries.map((entry) => [entry.id, entry]));
    assert.deepEqual(
      entries.map((entry) => entry.at),
      entries.map((entry) => entry.at).sort((a, b) => a - b),
    );
    assert.equal(changes.get(berlin)?.change, 'superseded');
    assert.equal(changes.get(london)?.change, 'updated');
    assert.equal(changes.get(london)?.supersedes, berlin);
    assert.equal(changes.get(hotel)?.change, 'ended');
    const part = await service.call('GET', '/memory/timeline', {
      key,
      query: { user_id: 'ann', topic: 'where Ann lives', from: changes.get(london)?.at ?? 0 },
    });
    assert.deepEqual(
      part.body.timeline.map((entry: { id: string }) => entry.id),
      [london],
    );
    const wrong = await service.call('GET', '/memory/timeline', {
      key,
      query: { user_id: 'ann', topic: 'x', from: 5, to: 4 },
    });
    assert.equal(wrong.status, 400);
    const nobody = await service.call('GET', '/memory/timeline', {
      key,
      query: { user_id: 'bob', topic: 'where Ann lives' },
    });
    assert.deepEqual(nobody.body.timeline, []);
  });
});
