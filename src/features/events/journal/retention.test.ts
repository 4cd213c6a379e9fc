import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../../test/support/clock.js';
import { onBothEngines } from '../../../../test/support/service.js';
import { DAY, HOUR } from '../../../kernel/clock.js';
import { rowsOf } from '../../lifecycle/rows.test.kit.js';
import { LOOPBACK, receiversOfFile } from '../webhooks/receiver.test.kit.js';

const newReceiver = receiversOfFile();

onBothEngines('the retention of the journal', (start) => {
  async function open() {
    const clock = new TestClock();
    const service = await start({ clock, background: false, env: LOOPBACK });
    const receiver = await newReceiver();
    const tenant = async () => {
      const { key, id } = await service.mint();
      return {
        id,
        store: (content: string) =>
          service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content } }).then(({ body }) => body.id),
        subscribe: () => service.call('POST', '/memory/subscribe', { key, body: { url: receiver.url } }),
        revoke: () => service.call('DELETE', `/auth/keys/${id}`, { key }),
        events: async () =>
          (await service.call('GET', '/memory/events/history', { key })).body.events.map(
            ({ data }: { data: { memory_id: string } }) => data.memory_id,
          ),
      };
    };
    const later = (milliseconds: number) => {
      clock.advance(milliseconds);
      return service.jobs.runDue();
    };
    return { place: service.place, clock, receiver, tenant, later };
  }

  it('does not depend on webhooks whose key writes nothing more, or is revoked', async () => {
    const { tenant, later } = await open();
    const [idle, revoked, other] = [await tenant(), await tenant(), await tenant()];
    for (const { subscribe, store } of [idle, revoked]) {
      await subscribe();
      await store('The only one');
    }
    await later(HOUR);
    await revoked.store('Never sent');
    await revoked.revoke();
    await other.store('Ann takes the tram');
    await later(8 * DAY);
    assert.deepEqual([await idle.events(), await other.events()], [[], []]);
  });

  it('does not depend on a line that was written while a clock was ahead', async () => {
    const { clock, tenant, later } = await open();
    const { store, events } = await tenant();
    clock.advance(3_650 * DAY);
    await store('Ann is ahead of her time');
    clock.advance(-3_650 * DAY);
    await store('Ann takes the tram');
    await later(8 * DAY);
    assert.deepEqual(await events(), []);
  });

  it('keeps many lines that were written while a clock was ahead as long as the next', async () => {
    const { place, clock, tenant, later } = await open();
    const { id, store } = await tenant();
    const ahead = clock.now() + 3_650 * DAY;
    const rows = Array.from(
      { length: 5_000 },
      (_, i) => `('${id}', 'ann', 'a', 'm${i}', 'memory.stored', ${ahead}, '{}')`,
    );
    await rowsOf(
      place,
      `insert into journal (key_id, user_id, agent_id, subject, kind, at, data) values ${rows.join(', ')}`,
    );
    const lines = async () => (await rowsOf(place, 'select 1 from journal where key_id = ?', [id])).length;
    await later(HOUR);
    assert.equal(await lines(), 5_000);
    await store('Ann takes the tram');
    await later(HOUR);
    assert.equal(await lines(), 5_001);
    await later(8 * DAY);
    assert.equal(await lines(), 0);
  });

  it('keeps everything from the first event that a webhook has to read', async () => {
    const { receiver, tenant, later } = await open();
    const [behind, other] = [await tenant(), await tenant()];
    await behind.subscribe();
    await other.store('Before');
    const unread = await behind.store('Not read yet');
    const after = await other.store('After');
    await later(8 * DAY);
    assert.deepEqual([await behind.events(), await other.events()], [[unread], [after]]);
    assert.deepEqual(
      receiver.events.map(({ data }) => data.memory_id),
      [unread],
    );
    await later(HOUR);
    assert.deepEqual([await behind.events(), await other.events()], [[], []]);
  });
});
