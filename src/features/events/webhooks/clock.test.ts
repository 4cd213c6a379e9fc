import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../../test/support/clock.js';
import { onBothEngines } from '../../../../test/support/service.js';
import { DAY, HOUR, MINUTE } from '../../../kernel/clock.js';
import { LOOPBACK, Receiver } from './receiver.test.kit.js';

onBothEngines('webhooks after the clock is set back by a day', (start) => {
  async function subscribed() {
    const clock = new TestClock();
    const service = await start({ clock, background: false, env: LOOPBACK });
    const { key } = await service.mint();
    const receiver = await new Receiver().start();
    const { id } = (await service.call('POST', '/memory/subscribe', { key, body: { url: receiver.url } })).body;
    const subscription = async () => (await service.call('GET', `/memory/subscriptions/${id}`, { key })).body;
    const store = (content: string) =>
      service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content } });
    return { clock, service, receiver, store, subscription };
  }

  it('do not wait out a pause that was set before', async () => {
    const { clock, service, receiver, store, subscription } = await subscribed();
    try {
      await receiver.stop();
      await store('While nobody listens');
      for (let i = 0; i < 20; i++) {
        await service.jobs.runDue();
        clock.advance(10 * MINUTE);
      }
      assert.equal((await subscription()).pending, 1);
      await receiver.start();
      clock.advance(-DAY);
      await store('After the clock was set back');
      await service.jobs.runDue();
      assert.equal(receiver.received.length, 2, 'at once, without waiting for a day');
      assert.equal((await subscription()).pending, 0);
    } finally {
      await receiver.stop();
    }
  });

  it('still respect a pause that was set after', async () => {
    const { clock, service, receiver, store, subscription } = await subscribed();
    try {
      clock.advance(-DAY);
      await receiver.stop();
      await store('Nobody listens');
      await service.jobs.runDue();
      await receiver.start();
      await service.jobs.runDue();
      assert.equal(receiver.received.length, 0);
      clock.advance(HOUR);
      await service.jobs.runDue();
      assert.equal(receiver.received.length, 1);
      assert.equal((await subscription()).failing_since, null);
    } finally {
      await receiver.stop();
    }
  });
});
