import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { realModels } from '../../../test/support/real-models.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubReader } from '../../../test/support/stub-reader.js';
import { EmbeddingUnavailable } from '../../embedding/embedder.js';
import { DAY } from '../../kernel/clock.js';
import type { Entry } from './changes.js';

/** Knows what supersedes what when it is stored, but is overloaded when a question is read. */
class BusyReader extends StubReader {
  override async fit(): Promise<never> {
    throw new EmbeddingUnavailable('busy');
  }
}

onBothEngines('the timeline', (start) => {
  const setUp = async () => {
    const clock = new TestClock();
    const service = await start({ ...(await realModels()), clock, background: false });
    const { key } = await service.mint();
    const store = async (content: string) => {
      clock.advance(10 * DAY);
      return (await service.call('POST', '/memory/store', { key, body: { user_id: 'ola', content } })).body.id;
    };
    const about = async (topic: string) => {
      const { body } = await service.call('GET', '/memory/timeline', { key, query: { user_id: 'ola', topic } });
      assert.equal(body.read, true);
      return body.timeline as Entry[];
    };
    return { service, key, store, about };
  };
  const contents = (entries: Entry[]) => entries.map((entry) => entry.content);

  it('returns the states of one matter, each with the time it held, and nothing unrelated', async () => {
    const { service, store, about } = await setUp();
    const bergen = 'Ola lives in an attic flat in Bergen.';
    const oslo = 'Ola moved to Oslo and shares a house with two friends.';
    const [first, second] = [await store(bergen), await store('Ola plays the cello on Tuesdays.')];
    await store('Ola works as a surveyor for the harbour.');
    await store('The invoice for the new printer is overdue.');
    const third = await store(oslo);
    await store('Ola quit the harbour and is a surveyor for the railway now.');
    await store('Ola is allergic to walnuts.');
    await service.jobs.runDue();
    for (const topic of ['house', 'home', 'where she lives']) {
      const [before, after, ...others] = await about(topic);
      assert.deepEqual([before?.content, after?.content, others.length], [bergen, oslo, 0], topic);
      assert.deepEqual([before?.from, before?.to, before?.current], [before?.created_at, after?.from, false]);
      assert.deepEqual([before?.id, before?.ended_by], [first, third]);
      assert.deepEqual([after?.to, after?.ended_by, after?.current], [null, null, true]);
    }
    const jobs = await about('where she works');
    assert.deepEqual(
      jobs.map(({ content, current }) => [/surveyor for the (\w+)/.exec(content)?.[1], current]),
      [
        ['harbour', false],
        ['railway', true],
      ],
    );
    assert.deepEqual(
      (await about('cello')).map(({ id }) => id),
      [second],
    );
    assert.deepEqual(await about('motorbike'), []);
  });

  it('includes what is known to contradict a state, even if it does not mention the topic', async () => {
    const { service, store, about } = await setUp();
    await store('Ola has a parrot called Kiwi.');
    await store('Ola plays the cello on Tuesdays.');
    await store('The invoice for the new printer is overdue.');
    await store('Kiwi died in his sleep; Ola no longer has a parrot.');
    await service.jobs.runDue();
    const [parrot, died] = await about('pets');
    assert.deepEqual([parrot?.current, died?.current], [false, true]);
    assert.equal(parrot?.ended_by, died?.id);
  });

  it('ends a state with what changes the topic, not with what changes something else in the same memory', async () => {
    const { service, store, about } = await setUp();
    const both = await store('Ola lives in Bergen and works as a nurse at the clinic.');
    await store('Ola plays the cello on Tuesdays.');
    const job = await store('Ola now works as a midwife in private practice.');
    await store('The invoice for the new printer is overdue.');
    const home = await store('Ola moved to Oslo and no longer lives in Bergen.');
    await service.jobs.runDue();
    for (const [topic, end, other] of [
      ['where Ola lives', home, job],
      ["Ola's job", job, home],
    ]) {
      const entries = await about(topic as string);
      const state = entries.find(({ id }) => id === both);
      assert.deepEqual([state?.ended_by, state?.current], [end, false], topic);
      assert.ok(entries.every(({ ended_by }) => ended_by !== other));
    }
  });

  it('does not judge again what somebody has decided', async () => {
    const { service, key, store, about } = await setUp();
    const [stripe, adyen] = [
      await store('Our payment provider is Stripe.'),
      await store('Our payment provider is Adyen.'),
    ];
    await store('The invoice for the new printer is overdue.');
    await service.jobs.runDue();
    const currentOf = async () =>
      (await about('payment provider')).map(({ id, current, change }) => [id, current, change]);
    assert.deepEqual(await currentOf(), [
      [stripe, false, 'contradicted'],
      [adyen, true, 'added'],
    ]);
    const { body } = await service.call('GET', '/memory/conflicts', { key, query: { user_id: 'ola' } });
    const resolve = (keep: string) =>
      service.call('POST', `/memory/conflicts/${body.conflicts[0].id}/resolve`, { key, body: { keep } });
    await resolve('both');
    assert.deepEqual(await currentOf(), [
      [stripe, true, 'added'],
      [adyen, true, 'added'],
    ]);
    await resolve('a');
    assert.deepEqual(await currentOf(), [
      [stripe, true, 'updated'],
      [adyen, false, 'superseded'],
    ]);
  });

  it('keeps a recorded end, whatever else was said in between', async () => {
    const { service, key, store, about } = await setUp();
    const first = await store('The standup is at 9:30.');
    await store('The standup is at 10:00.');
    const end = Date.parse('2027-06-01');
    await service.call('PATCH', `/memory/${first}`, { key, body: { valid_until: end } });
    const [entry] = await about('when is the standup');
    assert.deepEqual([entry?.id, entry?.to, entry?.ended_by, entry?.current], [first, end, null, true]);
  });

  it('lists what was stated in a conversation, not who asked or repeated it', async () => {
    const { service, key, store, about } = await setUp();
    await store('Ola plays the cello on Tuesdays.');
    const messages = [
      { role: 'user', name: 'Ola', content: 'I live in an attic flat in Bergen.' },
      { role: 'user', name: 'Ola', content: 'Where do I live?' },
      { role: 'assistant', content: 'You live in Bergen, in an attic flat.' },
    ];
    const body = { user_id: 'ola', agent_id: 'default', messages, wait: true };
    await service.call('POST', '/memory/ingest', { key, body });
    const entries = await about('Where do I live?');
    assert.deepEqual(contents(entries), ['Ola lives in an attic flat in Bergen.']);
  });

  it('returns the sources of a summary, with their own times', async () => {
    const { service, key, store, about } = await setUp();
    const practice = 'In the old church by the harbour Ola plays the cello with the quartet';
    const notes = ['on Tuesdays.', 'at dawn.', 'for fun.'].map((end) => `${practice} ${end}`);
    for (const note of notes) await store(note);
    const body = { user_id: 'ola', agent_id: 'default', keep: 0 };
    assert.equal((await service.call('POST', '/memory/compress', { key, body })).body.compressed, 3);
    const entries = await about('cello');
    assert.deepEqual(contents(entries), notes);
    assert.ok(entries.every(({ change }) => change === 'added'));
    assert.deepEqual([entries.at(-1)?.to, entries.at(-1)?.current], [null, true]);
  });

  it('lists in order what was superseded, updated and ended while the reader is unavailable', async () => {
    const clock = new TestClock();
    const service = await start({ clock, reader: new BusyReader() });
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
    const response = await service.call('GET', '/memory/timeline', {
      key,
      query: { user_id: 'ann', topic: 'where Ann lives' },
    });
    const entries = response.body.timeline as Entry[];
    const changes = new Map(entries.map((entry) => [entry.id, entry]));
    assert.deepEqual(
      entries.map((entry) => entry.at),
      entries.map((entry) => entry.at).sort((a, b) => a - b),
    );
    assert.equal(changes.get(berlin)?.change, 'superseded');
    assert.equal(changes.get(london)?.change, 'updated');
    assert.equal(changes.get(london)?.supersedes, berlin);
    assert.equal(changes.get(hotel)?.change, 'ended');
    assert.deepEqual([response.body.read, changes.get(hotel)?.current], [false, false]);
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
