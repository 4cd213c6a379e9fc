import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubReader } from '../../../test/support/stub-reader.js';
import { MINUTE } from '../../kernel/clock.js';
import type { LanguageModel } from '../../llm/language-model.js';
import type { Reader } from '../../readers/reader.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { episodesOf, TALK } from './episodes.test.kit.js';

onBothEngines('forgetting episodes', (start) => {
  it('removes a forgotten event from its episode, and deletes the summary, which a job writes again', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const mine = episodesOf(service, (await service.mint()).key);
    const id = await mine.start();
    const events: string[] = [];
    for (const text of TALK) events.push((await mine.append(id, text)).id);
    const ended = await mine.end(id, { outcome: 'success' });
    assert.match(ended.summary, /Oslo/);
    assert.equal((await mine.forget({ id: events[1] as string })).body.deleted, 1);
    const replay = await mine.list({ id });
    assert.deepEqual(
      replay.events.map((event: { seq: number }) => event.seq),
      [1, 3, 4, 5, 6],
    );
    assert.equal(replay.event_count, 5);
    assert.doesNotMatch(JSON.stringify(replay), /Oslo/);
    assert.deepEqual([replay.summary, replay.summary_memory_id], [null, null]);
    assert.equal((await mine.memory(ended.summary_memory_id)).status, 404);
    clock.advance(MINUTE);
    await service.jobs.runDue();
    const again = await mine.list({ id });
    assert.match(again.summary, /car/);
    assert.doesNotMatch(JSON.stringify(again), /Oslo/);
    assert.deepEqual([again.auto_summarized, again.ended_at, again.outcome], [true, ended.ended_at, 'success']);
    const memory = (await mine.memory(again.summary_memory_id)).body;
    assert.deepEqual([memory.content, memory.outcome, memory.embedded], [again.summary, 'success', true]);
    const found = await mine.find('Who moves to Oslo?', { ranking: 'hybrid' });
    assert.doesNotMatch(JSON.stringify(found), /Oslo/);
  });

  it('deletes the summary with the last event, and keeps the events of a forgotten summary', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const mine = episodesOf(service, (await service.mint()).key);
    const one = await mine.closed(['Ann bought a canary called Pip.']);
    await mine.forget({ id: one.events[0] as string });
    clock.advance(MINUTE);
    await service.jobs.runDue();
    const empty = await mine.list({ id: one.id });
    assert.deepEqual([empty.summary, empty.auto_summarized], [null, false]);
    assert.equal((await mine.memory(one.ended.summary_memory_id)).status, 404);
    const two = await mine.closed(TALK);
    await mine.forget({ id: two.ended.summary_memory_id });
    const left = await mine.list({ id: two.id });
    assert.deepEqual([left.summary, left.summary_memory_id, left.event_count], [null, null, TALK.length]);
  });

  it('does not keep an event in the summary that is forgotten while the summary is written', async () => {
    let forget = async () => {};
    const llm = { complete: () => forget().then(() => 'Bob moves to Oslo.') } as unknown as LanguageModel;
    const service = await start({ llm });
    const mine = episodesOf(service, (await service.mint()).key);
    const id = await mine.start();
    const events: string[] = [];
    for (const text of TALK) events.push((await mine.append(id, text)).id);
    forget = async () => void (await mine.forget({ id: events[1] as string }));
    const ended = await mine.end(id);
    assert.match(ended.summary, /car/);
    assert.doesNotMatch(JSON.stringify([ended, await mine.find('Who moves to Oslo?')]), /Oslo/);
  });

  it('joins no answer to a question that it did not answer', async () => {
    const reader = new StubReader();
    reader.keep = async (pairs) => pairs.map(([text]) => (text.includes('Yes') ? 9 : -9));
    const service = await start({ background: false, reader });
    const mine = episodesOf(service, (await service.mint()).key);
    const id = await mine.start();
    await mine.append(id, 'Ann: Shall we cancel the contract with the printers?');
    const between = await mine.append(id, 'Bob: No. Is Tuesday fine for everybody?');
    await mine.append(id, 'Cy: Yes.');
    await mine.forget({ id: between.id });
    assert.doesNotMatch((await mine.end(id)).summary, /cancel.*Yes/);
  });

  it('leaves the summary to a job if events are forgotten whenever it is written', async () => {
    const clock = new TestClock();
    let forget = async () => {};
    const keep: Reader['keep'] = (pairs) => forget().then(() => pairs.map(() => 1));
    const service = await start({ clock, background: false, reader: { keep, close: async () => {} } as Reader });
    const mine = episodesOf(service, (await service.mint()).key);
    const id = await mine.start();
    const left: string[] = [];
    for (const text of [...TALK].reverse()) left.push((await mine.append(id, text)).id);
    forget = async () => void (await mine.forget({ id: left.pop() as string }));
    const ended = await mine.end(id, { outcome: 'failure' });
    assert.deepEqual([ended.status, ended.event_count, ended.summary], ['closed', 2, null]);
    forget = async () => {};
    clock.advance(MINUTE);
    await service.jobs.runDue();
    const { summary, status, outcome } = await mine.list({ id });
    assert.deepEqual([status, outcome], ['closed', 'failure']);
    assert.match(summary, /^Bob: Thank you very much! Ann: My brother needs a car/);
  });

  it('forgets a whole episode by its id, also one without a user', async () => {
    const service = await start();
    const { id: keyId, key } = await service.mint();
    const stranger = episodesOf(service, (await service.mint()).key);
    const mine = episodesOf(service, key);
    for (const user of [{ user_id: 'ann' }, {}]) {
      const { id } = (await mine.tryStart({ agent_id: 'helper', title: 'Secret', ...user })).body;
      await mine.append(id, 'The word is periwinkle.');
      await mine.end(id);
      assert.equal((await stranger.forget({ id })).status, 404);
      assert.equal((await mine.forget({ id, user_id: 'bob' })).status, 404);
      assert.equal((await mine.forget({ id })).body.deleted, 3);
      assert.equal((await mine.tryList({ id })).status, 404);
      assert.equal((await mine.forget({ id })).status, 404);
      await assertNothingOf(service, keyId);
    }
  });

  it('leaves nothing of a forgotten user, or of what one agent stored about them', async () => {
    const service = await start();
    const { id: keyId, key } = await service.mint();
    const mine = episodesOf(service, key);
    const kept = await mine.closed(['The heron stood in the pond.'], { agent_id: 'other' });
    const bobs = await mine.closed(['Bob likes tea.'], { user_id: 'bob' });
    await mine.closed(TALK, { title: 'Periwinkle' });
    assert.equal((await mine.forget({ user_id: 'ann', agent_id: 'helper' })).body.deleted, TALK.length + 1);
    const left = await mine.list();
    assert.deepEqual(left.episodes.map((episode: { id: string }) => episode.id).sort(), [kept.id, bobs.id].sort());
    await mine.forget({ user_id: 'ann' });
    await mine.forget({ user_id: 'bob' });
    await assertNothingOf(service, keyId);
  });
});

async function assertNothingOf(service: { place: Parameters<typeof rowsOf>[0] }, keyId: string): Promise<void> {
  for (const table of ['episodes', 'episode_events', 'memories', 'memory_vectors', 'links']) {
    assert.deepEqual(await rowsOf(service.place, `select * from ${table} where key_id = ?`, [keyId]), [], table);
  }
}
