import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { DAY } from '../../kernel/clock.js';
import { atOnce } from '../../kernel/turns/turns.js';
import { compressingOf } from './compress.test.kit.js';
import { nearDuplicates } from './near.js';

const SAME = [
  'Ann prefers window seats on long flights',
  'Ann prefers window seats on long flights!',
  'ann prefers window seats on flights',
];
const OTHERS = ['The budget of the project is 20000 euros', 'The budget of the project is 35000 euros'];

/** Without the retrieval counts, which are written a moment later. */
const unread = (memories: readonly object[]) =>
  memories.map((memory) => ({ ...memory, retrieval_count: 0, last_retrieved_at: null }));

onBothEngines('merge', (start) => {
  it('merges memories that say the same into the best wording, and undoes it', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const ann = compressingOf(service, (await service.mint()).key);
    const [first] = await ann.batch([SAME[0] as string], {
      tags: ['a'],
      metadata: { from: 'mail', a: 1 },
      importance: 3,
    });
    clock.advance(DAY);
    const [second] = await ann.batch([SAME[1] as string], { tags: ['b'], metadata: { from: 'chat' }, importance: 8 });
    const [third] = await ann.batch([SAME[2] as string], { tags: ['c'] });
    await ann.batch(OTHERS);
    const before = await ann.list();
    clock.advance(DAY);
    const response = await ann.compress({ keep: 0, strategy: 'merge' });
    assert.deepEqual([response.compressed, response.compressed_memory_ids], [2, [second]]);
    assert.equal(response.summary, SAME[1]);
    const survivor = await ann.memory(second as string);
    assert.deepEqual(survivor.tags.sort(), ['a', 'b', 'c']);
    assert.deepEqual(survivor.metadata, { from: 'chat', a: 1 });
    assert.deepEqual([survivor.importance, survivor.valid_from], [8, clock.now() - 2 * DAY]);
    for (const id of [first, third]) assert.equal((await ann.memory(id as string)).superseded_by, second);
    assert.equal((await ann.list()).length, 3);
    for (const text of SAME) assert.equal((await ann.find(text))[0]?.id, second);
    assert.equal((await ann.undo(second as string)).body.restored, 2);
    assert.deepEqual(unread(await ann.list()), unread(before));
    for (const [i, id] of [first, second, third].entries()) {
      assert.ok((await ann.find(SAME[i] as string, { limit: 3 })).some((memory) => memory.id === id));
    }
  });

  it('keeps what differs in a person, a tense or a sign', async () => {
    const service = await start();
    const ann = compressingOf(service, (await service.mint()).key);
    const texts = [
      'You owe me 10 euros for the cinema tickets from last Friday evening',
      'I owe you 10 euros for the cinema tickets from last Friday evening',
      'Ann is the treasurer of the rowing club on the lake',
      'Ann was the treasurer of the rowing club on the lake',
      'The freezer in the cellar is set to -18 degrees',
      'The freezer in the cellar is set to 18 degrees',
    ];
    await ann.batch(texts);
    const { compressed } = await ann.compress({ keep: 0, strategy: 'merge', delete_originals: true });
    assert.equal(compressed, 0);
    assert.deepEqual((await ann.list()).map(({ content }) => content).sort(), [...texts].sort());
  });

  it('keeps changes made after a merge when the merge is undone', async () => {
    const service = await start();
    const { key } = await service.mint();
    const ann = compressingOf(service, key);
    await ann.batch(SAME.slice(0, 2), { tags: ['old'] });
    const { compressed_memory_id: id } = await ann.compress({ keep: 0, strategy: 'merge', delete_originals: false });
    await service.call('PATCH', `/memory/${id}`, { key, body: { tags: ['new'] } });
    assert.equal((await ann.undo(id)).body.restored, 1);
    assert.deepEqual((await ann.memory(id)).tags, ['new']);
  });

  it('undoes the merge and the summary when a memory that went through both is forgotten', async () => {
    const service = await start();
    const { key } = await service.mint();
    const ann = compressingOf(service, key);
    const [id] = await ann.batch([
      ...SAME,
      'Ann prefers window seats on short flights',
      'Ann prefers window seats on long rides',
      'Ann prefers window seats on early flights',
    ]);
    await ann.compress({ keep: 0, strategy: 'merge' });
    await ann.compress({ keep: 0 });
    await service.call('DELETE', '/memory/forget', { key, query: { id: id as string } });
    const left = await ann.list({ include_superseded: true });
    assert.equal(left.length, SAME.length + 2);
    assert.ok(left.every((memory) => memory.superseded_by === null));
  });

  it('retrieves the summary by every text that was merged, then summarized, then deleted', async () => {
    const service = await start();
    const ann = compressingOf(service, (await service.mint()).key);
    const others = ['long trips', 'long rides', 'long hauls', 'long walks'];
    const texts = [...SAME, ...others.map((where) => `Ann prefers window seats on ${where}`)];
    await ann.batch(texts);
    await ann.compress({ keep: 0, strategy: 'merge' });
    const { compressed_memory_id: id } = await ann.compress({ keep: 0, delete_originals: true });
    assert.deepEqual(
      (await ann.list()).map((memory) => memory.id),
      [id],
    );
    for (const text of texts) assert.equal((await ann.find(text))[0]?.id, id);
  });
});

it('groups repeated statements, but not different ones', () => {
  const grouped = (...given: string[]) => atOnce(nearDuplicates(given.map((text) => ({ text, group: 'g' }))));
  assert.deepEqual(grouped(...SAME), [[1, 0, 2]]);
  assert.deepEqual(grouped(...OTHERS), []);
  assert.deepEqual(grouped('Ann likes the coffee at work a lot', 'Ann does not like the coffee at work a lot'), []);
  assert.deepEqual(grouped('Ann met Robert at the station yesterday', 'Ann met Albert at the station yesterday'), []);
  const long = 'On a long hike with friends in the Swiss Alps above the lake Ann saw';
  assert.deepEqual(grouped(`${long} eagles`, `${long} a snake`), []);
  // Each of the two longer ones has a word that the other lacks.
  assert.deepEqual(grouped(long, `${long} eagles`, `${long} snakes`), [[1, 0]]);
  const texts = Array.from({ length: 3_000 }, (_, i) => ({
    text: `Entry ${i % 1_000} of the log tells of job ${i % 1_000}`,
    group: 'g',
  }));
  assert.equal(atOnce(nearDuplicates(texts)).length, 1_000);
});

it('reads the signature of a text once, however many it is compared with', () => {
  // The same words, and each text has a number of its own: all are compared, and none are the same.
  const texts = Array.from({ length: 100 }, (_, i) => ({
    text: `${'Ann saw eagles. '.repeat(20)} ${[...i.toString(2).padStart(7, '0')].map((bit) => `3${'.:'[Number(bit)]}5`).join(' ')}`,
    group: 'g',
  }));
  let units = 0;
  const work = nearDuplicates(texts);
  for (let step = work.next(); ; step = work.next()) {
    if (step.done)
      return assert.ok(units <= 2 * 3 * texts.reduce((sum, { text }) => sum + text.length, 0) + 100 * 100 * 24);
    units += step.value;
  }
});
