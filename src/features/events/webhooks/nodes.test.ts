import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { newPlace, POSTGRES_SKIPPED } from '../../../../test/support/databases.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { LOOPBACK, Receiver } from './receiver.test.kit.js';

describe('two nodes on one PostgreSQL', { skip: POSTGRES_SKIPPED }, () => {
  const started: TestService[] = [];
  after(async () => {
    for (const service of started) await service.stop();
    await started[0]?.place.remove();
  });

  it('deliver each event once, in order, whichever node wrote it', async () => {
    const place = await newPlace('postgres');
    for (let i = 0; i < 2; i++) started.push(await startTestService('postgres', { place, env: LOOPBACK }));
    const [one, two] = started as [TestService, TestService];
    const { key } = await one.mint();
    const receivers = await Promise.all(Array.from({ length: 2 }, () => new Receiver().start()));
    const whole = Promise.all(receivers.map((receiver) => receiver.has(240)));
    for (const { url } of receivers)
      await one.call('POST', '/memory/subscribe', { key, body: { url, events: ['memory.stored'] } });
    const stored: string[][] = Array.from({ length: 12 }, () => []);
    await Promise.all(
      stored.map(async (ids, user) => {
        for (let i = 0; i < 20; i++) {
          const body = { user_id: `user ${user}`, content: `Number ${i}` };
          ids.push((await (i % 2 ? one : two).call('POST', '/memory/store', { key, body })).body.id);
        }
      }),
    );
    await whole;
    for (const service of started) await service.jobs.runDue(); // anything still to be sent is sent now
    for (const receiver of receivers) {
      assert.equal(receiver.received.length, 240);
      assert.equal(new Set(receiver.events.map((event) => event.id)).size, 240);
      stored.forEach((ids, user) => {
        const arrived = receiver.events.filter(({ data }) => data.user_id === `user ${user}`);
        assert.deepEqual(
          arrived.map(({ data }) => data.memory_id),
          ids,
        );
      });
      await receiver.stop();
    }
  });

  it('deliver no event while one numbered before it is not committed', async () => {
    const place = await newPlace('postgres');
    const service = await startTestService('postgres', { place, env: LOOPBACK, background: false });
    const late = new pg.Client(place.databaseUrl);
    const receiver = await new Receiver().start();
    try {
      const { key, id: keyId } = await service.mint();
      await service.call('POST', '/memory/subscribe', { key, body: { url: receiver.url } });
      await late.connect();
      await late.query('begin');
      await late.query(
        "insert into journal (key_id, user_id, agent_id, subject, kind, at, data) values ($1, 'ann', 'a', 'late', 'memory.stored', 0, '{}')",
        [keyId],
      );
      const body = { user_id: 'ann', content: 'Committed first, numbered second' };
      const { id } = (await service.call('POST', '/memory/store', { key, body })).body;
      await service.jobs.runDue();
      assert.equal(receiver.received.length, 0);
      await late.query('commit');
      await service.jobs.runDue();
      assert.deepEqual(
        receiver.events.map((event) => event.data.memory_id),
        ['late', id],
      );
    } finally {
      await late.end();
      await receiver.stop();
      await service.stop();
      await place.remove();
    }
  });
});
