import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../../test/support/service.js';
import { leaseJob } from '../../../jobs/store.js';
import { MINUTE, systemClock } from '../../../kernel/clock.js';
import { silentLog } from '../../../kernel/log.js';
import { startEvents } from '../events.js';
import { JournalWatch } from '../journal/watch.js';
import { findDeliveries } from '../sql/round.js';
import { LOOPBACK, receiversOfFile } from './receiver.test.kit.js';

const newReceiver = receiversOfFile();

onBothEngines('webhooks take turns', (start) => {
  async function open() {
    const service = await start({ env: LOOPBACK, background: false });
    const receiver = await newReceiver();
    const tenant = async () => {
      const { key, id } = await service.mint();
      const post = async (path: string, body: object) => (await service.call('POST', path, { key, body })).body;
      const subscribe = (): Promise<{ id: string }> => post('/memory/subscribe', { url: receiver.url });
      const store = (count: number) => {
        const memories = Array.from({ length: count }, (_, n) => ({ user_id: `user ${n}`, content: `Number ${n}` }));
        return post('/memory/batch', { memories });
      };
      return { id, subscribe, store };
    };
    return { database: service.database, receiver, tenant };
  }

  it('by key: no key has two in a row while another waits', async () => {
    const { database, tenant } = await open();
    const [many, one] = [await tenant(), await tenant()];
    for (let i = 0; i < 5; i++) await many.subscribe();
    await one.subscribe();
    await many.store(1);
    await one.store(1);
    const find = async (limit: number, except: string[]) => {
      const input = { now: Date.now(), until: Number.MAX_SAFE_INTEGER, keys: null, except, limit };
      return (await database.system(findDeliveries, input)).map(({ keyId }) => keyId);
    };
    assert.deepEqual((await find(2, [])).sort(), [many.id, one.id].sort());
    assert.equal((await find(10, [])).length, 6);
    assert.deepEqual(await find(10, [many.id]), [one.id]);
  });

  it('after each round of 64 events, if their place is needed', async () => {
    const { database, receiver, tenant } = await open();
    const { id: keyId, subscribe, store } = await tenant();
    const { id: subscription } = await subscribe();
    await store(100);
    const watch = new JournalWatch({ database, log: silentLog });
    const { deliverer } = await startEvents({
      ...{ database, watch, clock: systemClock, log: silentLog },
      ...{ foreground: () => ({ inFlight: 0, begun: 0 }), webhookAllow: ['127.0.0.0/8'], sealKeys: [] },
    });
    await watch.end();
    const job = { id: `deliver:${subscription}`, keyId };
    await database.system(leaseJob, { id: job.id, owner: 'node', now: Date.now(), leaseMs: MINUTE });
    const { signal } = new AbortController();
    await deliverer.run(job, 'node', signal, () => false);
    assert.equal(receiver.received.length, 64);
    await deliverer.run(job, 'node', signal, () => true);
    assert.equal(receiver.received.length, 100);
  });
});
