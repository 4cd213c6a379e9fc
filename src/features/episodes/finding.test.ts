import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { episodesOf, TALK } from './episodes.test.kit.js';

const ids = (response: { episodes: { id: string }[] }) => response.episodes.map((episode) => episode.id);

onBothEngines('finding episodes', (start) => {
  it('lists newest first, filtered and in pages', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const mine = episodesOf(service, (await service.mint()).key);
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      made.unshift(await mine.start({ user_id: i % 2 ? 'bob' : 'ann', agent_id: i < 4 ? 'helper' : 'other' }));
      clock.advance(1_000);
    }
    assert.deepEqual(ids(await mine.list()), made);
    assert.deepEqual(ids(await mine.list({ user_id: 'bob' })), [made[1], made[3]]);
    assert.deepEqual(ids(await mine.list({ agent_id: 'other' })), [made[0]]);
    await mine.end(made[2] as string);
    assert.deepEqual(ids(await mine.list({ status: 'closed' })), [made[2]]);
    const first = await mine.list({ limit: 2 });
    const second = await mine.list({ limit: 2, cursor: first.next_cursor });
    const third = await mine.list({ limit: 2, cursor: second.next_cursor });
    assert.deepEqual([first, second, third].flatMap(ids), made);
    assert.equal(third.next_cursor, null);
    const foreign = await mine.tryList({ limit: 2, user_id: 'ann', cursor: first.next_cursor });
    assert.equal(foreign.status, 400);
  });

  it('finds by summary and by title, closed and open, with and without a user', async () => {
    const service = await start();
    const mine = episodesOf(service, (await service.mint()).key);
    const car = await mine.closed(TALK);
    const trip = await mine.closed(['The ferry to Sicily leaves at noon.', 'Tickets cost 40 euros.'], {
      user_id: 'bob',
    });
    const nobody = await mine.tryStart({ agent_id: 'helper', title: 'Repairing the roof of the barn' });
    const best = async (q: string, query = {}) => ids(await mine.list({ q, ...query }))[0];
    assert.equal(await best('sell an old car'), car.id);
    assert.equal(await best('ferry to Sicily'), trip.id);
    assert.equal(await best('roof of the barn'), nobody.body.id);
    assert.deepEqual(ids(await mine.list({ q: 'ferry', user_id: 'ann' })), [car.id]);
    const one = await mine.list({ q: 'ferry', limit: 2 });
    const rest = await mine.list({ q: 'ferry', limit: 2, cursor: one.next_cursor });
    assert.deepEqual([...ids(one), ...ids(rest)].sort(), [car.id, trip.id, nobody.body.id].sort());
    assert.ok(one.episodes[0].score >= one.episodes[1].score);
  });

  it('finds by words while embedding is unavailable', async () => {
    const embedder = new StubEmbedder();
    const service = await start({ embedder, background: false });
    const mine = episodesOf(service, (await service.mint()).key);
    embedder.unavailable = true;
    const barn = await mine.start({ title: 'The roof of the barn' });
    await mine.start({ title: 'A car' });
    assert.equal(ids(await mine.list({ q: 'barn' }))[0], barn);
  });

  it('replays in pages, with a cursor while there is more', async () => {
    const service = await start();
    const mine = episodesOf(service, (await service.mint()).key);
    const id = await mine.start();
    for (let i = 1; i <= 5; i++) await mine.append(id, `Event ${i}`);
    const first = await mine.list({ id, limit: 3 });
    assert.deepEqual([first.count, first.event_count], [3, 5]);
    const second = await mine.list({ id, limit: 3, cursor: first.next_cursor });
    assert.deepEqual(
      [...first.events, ...second.events].map((event: { content: string }) => event.content),
      [1, 2, 3, 4, 5].map((i) => `Event ${i}`),
    );
    assert.equal(second.next_cursor, null);
    assert.equal((await mine.tryList({ id, user_id: 'bob' })).status, 404);
  });

  it('returns the events around a hit, and nothing of other episodes', async () => {
    const service = await start();
    const mine = episodesOf(service, (await service.mint()).key);
    const id = await mine.start();
    const other = await mine.start();
    for (const text of TALK) {
      await mine.append(id, text);
      await mine.append(other, `Elsewhere: ${text.length}`);
    }
    const [hit] = await mine.find('4,000 euros new tyres', { around: 1, limit: 1 });
    assert.equal(hit.content, TALK[3]);
    assert.equal(hit.episode_id, id);
    assert.deepEqual(
      hit.around.map((event: { seq: number; content: string }) => [event.seq, event.content]),
      [
        [3, TALK[2]],
        [5, TALK[4]],
      ],
    );
    const [plain] = await mine.find('4,000 euros new tyres', { limit: 1 });
    assert.equal('around' in plain, false);
  });
});
