import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { newPlace, POSTGRES_SKIPPED } from '../../../../test/support/databases.js';
import { startTestService } from '../../../../test/support/service.js';
import { LOOPBACK } from './receiver.test.kit.js';

// Not among the tests on Citus, which refuses the statement that holds the lock.
describe('a subscription on PostgreSQL', { skip: POSTGRES_SKIPPED }, () => {
  it('loses nothing when it is changed twice at the same time', async () => {
    const place = await newPlace('postgres');
    const service = await startTestService('postgres', { place, env: LOOPBACK, background: false });
    const other = new pg.Client(place.databaseUrl);
    try {
      const { key } = await service.mint();
      const { id } = (await service.call('POST', '/memory/subscribe', { key, body: { url: 'http://127.0.0.1/' } }))
        .body;
      const change = (body: object) => service.call('PATCH', `/memory/subscriptions/${id}`, { key, body });
      await other.connect();
      await other.query('begin');
      await other.query('select 1 from subscriptions for update');
      const changes = Promise.all([change({ state: 'paused' }), change({ events: ['user.erased'] })]);
      const waiting = async () => {
        const { rows } = await other.query(`with recursive waiting (pid) as (select pg_backend_pid()
          union select a.pid from pg_locks a join waiting w on w.pid = any (pg_blocking_pids(a.pid)))
          select count(*) - 1 as count from waiting`);
        return Number(rows[0].count);
      };
      while ((await waiting()) < 2);
      await other.query('commit');
      assert.deepEqual(
        (await changes).map(({ status }) => status),
        [200, 200],
      );
      const { state, events } = (await service.call('GET', `/memory/subscriptions/${id}`, { key })).body;
      assert.deepEqual([state, events], ['paused', ['user.erased']]);
    } finally {
      await other.end();
      await service.stop();
      await place.remove();
    }
  });
});
