import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../../test/support/clock.js';
import { ADMIN_KEY, onBothEngines, type TestService } from '../../../../test/support/service.js';
import { verifyWebhook } from '../../../client/verify-webhook.js';
import { HOUR } from '../../../kernel/clock.js';
import { LOOPBACK, Receiver } from './receiver.test.kit.js';

const [OLD, NEW] = ['the-old-seal-key-'.repeat(2), 'the-new-seal-key-'.repeat(2)];

onBothEngines('the key that seals webhook secrets', (start) => {
  const report = async (service: TestService) => (await service.call('GET', '/admin/sealing', { key: ADMIN_KEY })).body;

  it('is rotated by reload or restart, without losing a secret or a delivery', async () => {
    const receiver = await new Receiver().start();
    const clock = new TestClock();
    const at = (keys: string, place?: TestService['place']) =>
      start({ clock, background: false, env: { ...LOOPBACK, RECOLLECT_SEAL_KEY: keys }, ...(place ? { place } : {}) });
    const first = await at('database');
    const { key } = await first.mint();
    const body = { url: receiver.url };
    const { secret, id } = (await first.call('POST', '/memory/subscribe', { key, body })).body;
    const rotated = await first.call('POST', `/memory/subscriptions/${id}/rotate`, { key, body: {} });
    const secrets = [secret, rotated.body.secret];
    const deliver = async (service: TestService) => {
      clock.advance(HOUR);
      const before = receiver.received.length;
      await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: `Number ${before}` } });
      await service.jobs.runDue();
      await service.jobs.runDue();
      const { raw, headers } = receiver.received.at(-1) as (typeof receiver.received)[number];
      assert.equal(receiver.received.length, before + 1);
      for (const one of secrets) await verifyWebhook(raw, headers, one, { now: clock.now() });
    };
    await deliver(first);
    const before = await report(first);
    assert.deepEqual([before.pending, before.unreadable, before.keys.length], [0, 0, 1]);

    // Without a restart: first the new key only opens, then it seals.
    const { place } = first;
    const config = (sealKey: string[]) => ({ ...first.config, sealKey });
    await first.reload(config(['database', OLD]));
    assert.equal((await report(first)).current, before.current);
    await first.reload(config([OLD]));
    assert.deepEqual([(await report(first)).pending, (await report(first)).unreadable], [2, 0]);
    await deliver(first);
    const sealed = await report(first);
    assert.equal(sealed.pending, 0);
    assert.notEqual(sealed.current, before.current);
    await first.stop();

    const second = await at(`${NEW},${OLD}`, place);
    await deliver(second);
    assert.equal((await report(second)).pending, 0);
    await second.stop();

    // A missing key loses nothing: the secrets stay until it is configured again.
    const third = await at(OLD, place);
    assert.deepEqual([(await report(third)).pending, (await report(third)).unreadable], [2, 2]);
    await third.jobs.runDue();
    assert.equal((await report(third)).unreadable, 2);
    await third.reload(config([NEW]));
    await deliver(third);
    await receiver.stop();
  });

  it('is reported to operators only', async () => {
    const service = await start();
    const { key } = await service.mint();
    assert.equal((await service.call('GET', '/admin/sealing', { key })).status, 403);
    assert.equal((await service.call('GET', '/admin/sealing')).status, 401);
  });
});
