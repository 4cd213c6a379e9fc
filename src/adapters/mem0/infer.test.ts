import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { withService } from '../adapters.test.kit.js';
import { MemoryClient } from '../mem0.js';

const DAY_MS = 86_400_000;
const TALK = [
  { role: 'system', content: 'You are kind' },
  { role: 'user', content: 'Hello! I keep bees on the roof. What should I plant for them?' },
  { role: 'assistant', content: 'Nice to meet you! Lavender, perhaps.' },
];
const said = (found: { memory: string }[]) => found.map((one) => one.memory);

describe("what mem0's client takes from messages", () => {
  const clock = new TestClock(Date.now());
  const { client } = withService({ clock });
  const open = async () => new MemoryClient({ client: await client() });

  it('is what the user states; the turns are stored, but are not memories', async () => {
    const recollect = await client();
    const memory = new MemoryClient({ client: recollect });
    const [added, ...others] = await memory.add(TALK, { userId: 'ada', metadata: { source: 'chat' } });
    assert.deepEqual([added?.memory, added?.event, others], ['I keep bees on the roof.', 'ADD', []]);
    assert.deepEqual(added?.metadata, { source: 'chat' });
    assert.deepEqual(said((await memory.getAll({ userId: 'ada' })).results), ['I keep bees on the roof.']);
    assert.deepEqual(said((await memory.search('Nice to meet you!', { userId: 'ada' })).results), [
      'I keep bees on the roof.',
    ]);
    assert.deepEqual(
      (await memory.users()).results.map(({ name, totalMemories }) => [name, totalMemories]),
      [['ada', 1]],
    );
    assert.equal((await recollect.memory.list({ user_id: 'ada', kind: 'episodic' })).count, 2);
    assert.deepEqual(await memory.add('Nice to meet you!', { userId: 'ada' }), []);
    assert.deepEqual(await memory.add({ role: 'system', content: 'Be brief' }, { userId: 'ada' }), []);
    await memory.deleteAll({ userId: 'ada' });
    assert.equal((await recollect.memory.list({ user_id: 'ada' })).count, 0);
  });

  it('is stored once, however often it is said', async () => {
    const memory = await open();
    const [first] = await memory.add(TALK, { userId: 'ada' });
    for (const options of [{}, { runId: 'r' }, { runId: 'r' }]) {
      const again = await memory.add(TALK, { userId: 'ada', ...options });
      assert.deepEqual(
        again.map(({ id, event }) => [id, event]),
        [[first?.id, 'NOOP']],
      );
    }
    assert.equal((await memory.getAll({ userId: 'ada' })).count, 1);
  });

  it('is understood from what was said before in the same run', async () => {
    const memory = await open();
    await memory.add([{ role: 'assistant', content: 'Which size do you wear?' }], { userId: 'ada', runId: 'shop' });
    assert.deepEqual(said(await memory.add('Forty-one.', { userId: 'ada', runId: 'shop' })), [
      'Assistant: Which size do you wear? User: Forty-one.',
    ]);
    assert.deepEqual(await memory.add('Forty-one.', { userId: 'ada', runId: 'other' }), []);
    await memory.deleteAll({ userId: 'ada', runId: 'shop' });
    assert.equal((await memory.getAll({ userId: 'ada' })).count, 0);
  });

  it('has the times and the categories of its messages', async () => {
    const recollect = await client();
    const memory = new MemoryClient({ client: recollect });
    const expirationDate = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    const options = { userId: 'ada', timestamp: '2020-01-01', expirationDate, categories: ['garden'] };
    const [added] = await memory.add('I planted lavender yesterday.', options);
    assert.equal(added?.memory, 'I planted lavender yesterday (31 December 2019).');
    assert.equal(added?.createdAt.toISOString(), '2020-01-01T00:00:00.000Z');
    assert.equal(added?.expirationDate, expirationDate);
    assert.ok(added?.categories.includes('garden'));
    clock.advance(3 * DAY_MS);
    assert.equal((await recollect.memory.list({ user_id: 'ada' })).count, 0, 'the turn expires too');
  });

  it('comes from long conversations in parts, and from concurrent calls', async () => {
    const memory = await open();
    const long = Array.from({ length: 130 }, (_, i) => ({ role: 'human', content: `Shelf number ${i} holds jam.` }));
    assert.equal((await memory.add(long, { userId: 'ada' })).length, 130);
    const many = Array.from({ length: 8 }, (_, i) =>
      memory.add(`Crate number ${i} holds pears.`, { userId: 'bob', runId: 'r' }),
    );
    assert.equal((await Promise.all(many)).flat().length, 8);
    assert.equal((await memory.getAll({ userId: 'bob' })).count, 8);
  });

  it('is nothing if a role is unknown', async () => {
    const memory = await open();
    const add = memory.add([{ role: 'narrator', content: 'It rains on the roof.' }], { userId: 'ada' });
    await assert.rejects(add, /the role must be one of user, human, assistant.* not "narrator"/);
    assert.equal((await memory.getAll({ userId: 'ada' })).count, 0);
  });
});
