import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { withService } from '../adapters.test.kit.js';
import type { MemoryClient } from '../mem0.js';
import { VerbatimClient } from './mem0.test.kit.js';

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe("times of mem0's client", () => {
  const clock = new TestClock(Date.now());
  const { client } = withService({ clock });
  const open = async () => new VerbatimClient({ client: await client() });
  const count = async (memory: MemoryClient, options = {}) =>
    (await memory.getAll({ userId: 'ada', ...options })).count;

  it('an expiration date is the last day on which a memory is found', async () => {
    const memory = await open();
    const day = dayFromNow(1);
    const [one] = await memory.add('The offer stands', { userId: 'ada', expirationDate: day });
    assert.equal(one?.expirationDate, day);
    const [other] = await memory.add('The shop is open', { userId: 'ada', expiration_date: day });
    await memory.update(other?.id ?? '', { expirationDate: null });
    await memory.add('The street is long', { userId: 'ada', expirationDate: null });
    assert.equal(await count(memory), 3);
    clock.advance(3 * DAY_MS);
    assert.equal(await count(memory), 2);
    assert.equal(await count(memory, { showExpired: true }), 3);
  });

  it('a repeated text gets its new times', async () => {
    const memory = await open();
    await memory.add('The offer stands', { userId: 'ada' });
    const [again] = await memory.add('The offer stands', {
      userId: 'ada',
      expirationDate: dayFromNow(1),
      timestamp: '2020-01-01',
    });
    assert.deepEqual([again?.event, again?.createdAt.toISOString()], ['NOOP', '2020-01-01T00:00:00.000Z']);
    clock.advance(3 * DAY_MS);
    assert.equal(await count(memory), 0);
  });

  it('a timestamp says when it happened, in seconds, milliseconds or as a date', async () => {
    const memory = await open();
    for (const timestamp of [
      1_577_836_800,
      1_577_836_800_000,
      '2020-01-01',
      '2020-01-01T00:00:00',
      new Date('2020-01-01'),
    ]) {
      const [added] = await memory.add(`It happened ${String(timestamp)}`, { userId: 'ada', timestamp });
      assert.equal(added?.createdAt.toISOString(), '2020-01-01T00:00:00.000Z', String(timestamp));
    }
    const [changed] = await memory.update((await memory.add('Once', { userId: 'ada' }))[0]?.id ?? '', { timestamp: 0 });
    assert.equal(changed?.createdAt.getTime(), 0);
  });

  it('invalid times are refused by name', async () => {
    const memory = await open();
    const add = (options: object) => memory.add('It is so', { userId: 'ada', ...options });
    await assert.rejects(add({ timestamp: 'soon' }), /timestamp must be a date, Unix seconds or ISO 8601/);
    await assert.rejects(add({ timestamp: dayFromNow(2) }), /timestamp must not be in the future/);
    await assert.rejects(add({ expirationDate: '2020-01-01' }), /expirationDate must be in the future/);
    await assert.rejects(add({ expirationDate: '31.12.2099' }), /expirationDate must be a date/);
    await assert.rejects(add({ expirationDate: '2999-12-31' }), /at most ten years/);
    assert.equal(await count(memory), 0);
  });
});
