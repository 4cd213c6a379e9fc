import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../../test/support/service.js';
import { leaseJob } from '../../../jobs/store.js';
import { MINUTE } from '../../../kernel/clock.js';
import { type Sql, sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { MAX_SCANNED, readEvents } from '../sql/journal.js';
import { type Plan, planRound, recordRound } from '../sql/round.js';
import { Listener } from '../stream/listener.test.kit.js';
import { LOOPBACK, receiversOfFile, withTenant } from '../webhooks/receiver.test.kit.js';
import { GIVE_UP_AFTER_MS } from '../webhooks/schedule.js';

const newReceiver = receiversOfFile();
const ALL = Number.MAX_SAFE_INTEGER;

onBothEngines('events that are rare in a long journal', (start) => {
  async function open() {
    const service = await start({ env: LOOPBACK, background: false });
    const { key, id: keyId } = await service.mint();
    const receiver = await newReceiver();
    const body = { url: receiver.url, user_id: 'zoe' };
    const { id } = (await service.call('POST', '/memory/subscribe', { key, body })).body;
    const tenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(service.place, keyId, work);
    const store = async (content: string): Promise<string> =>
      (await service.call('POST', '/memory/store', { key, body: { user_id: 'zoe', content } })).body.id;
    const fill = (lines: number) =>
      tenant(async (tx) => {
        await tx.run(sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${lines})
          insert into journal (key_id, user_id, agent_id, subject, kind, at, data)
          select ${keyId}, 'bob', 'default', 'mem', 'memory.stored', 0, '{}' from numbers`);
      });
    return { service, key, keyId, receiver, id, tenant, store, fill };
  }

  it('are found by reads that each scan a limited number of lines', async () => {
    const { service, key, keyId, receiver, store, fill } = await open();
    const listener = await new Listener().open(service.url, key);
    listener.leave();
    await fill(2 * MAX_SCANNED);
    const rare = await store('Zoe takes the tram');
    const filter = { kinds: ['memory.stored'], userId: 'zoe', agentId: null };
    const scans: number[] = [];
    for (let after = 0, more = true; more; ) {
      const read = await service.database.tenant(keyId).run(readEvents, { filter, after, until: ALL, limit: 10 });
      scans.push(read.lines.length);
      [after, more] = [read.end, read.more];
    }
    assert.deepEqual(scans, [0, 0, 1]);
    await service.jobs.runDue();
    const resumed = await new Listener().open(service.url, key, {
      query: { user_id: 'zoe' },
      headers: { 'last-event-id': listener.lastId },
    });
    await resumed.until(() => resumed.events.length >= 1);
    resumed.leave();
    for (const { data } of [...receiver.events, ...resumed.events]) assert.equal(data.memory_id, rare);
    assert.equal(receiver.events.length, 1);
  });

  it('are recorded as delivered without reading what lies between them', async () => {
    const { service, key, id, tenant, store, fill } = await open();
    await store('Zoe takes the tram');
    await fill(1_000);
    await store('Her bicycle is red');
    const now = Date.now();
    await service.database.system(leaseJob, { id: `deliver:${id}`, owner: 'node', now, leaseMs: MINUTE });
    let read = 0;
    await tenant(async (tx) => {
      const counting = {
        ...{ dialect: tx.dialect, keyId: tx.keyId, vectors: tx.vectors, sketches: tx.sketches },
        get: (query: Sql) => tx.get(query),
        run: (query: Sql) => tx.run(query),
        all: async (query: Sql) => {
          const rows = await tx.all(query);
          read += rows.length;
          return rows;
        },
      } as unknown as TenantTx;
      const plan = (await planRound.body(counting, { id, now, until: ALL })) as Plan;
      const deliveries = plan.due.map((one) => ({ ...one, status: 'delivered' as const }));
      await recordRound.body(counting, {
        ...{ id, owner: 'node', now, position: plan.end, deliveries, fresh: plan.fresh },
        ...{ arrived: true, notBefore: null, disable: null },
        rule: { lanes: 3, minHoldMs: 1, maxHoldMs: 1, giveUpMs: GIVE_UP_AFTER_MS },
      });
    });
    const { delivered } = (await service.call('GET', `/memory/subscriptions/${id}`, { key })).body;
    assert.deepEqual([delivered, read], [2, 4]);
  });
});
