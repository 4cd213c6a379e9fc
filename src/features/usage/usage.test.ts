import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { forEachEngine } from '../../../test/support/databases.js';
import { storageLimits } from '../../app/limits.js';
import { DAY } from '../../kernel/clock.js';
import { databaseUnavailable } from '../../kernel/errors.js';
import type { Database } from '../../storage/database.js';
import type { SystemStatement } from '../../storage/statement.js';
import { readAgents } from '../analytics/sql/agents.js';
import type { CallingKey } from '../keys/caller.js';
import type { Request } from '../request.js';
import { MAX_AGENTS, sweepUsage, UsageCounter } from './counter.js';
import { usage } from './usage.js';

/** A store that can be switched off: what a counter sees when the database server is unavailable. */
function breakable(database: Database) {
  let isOff = false;
  let writes = 0;
  const system = <I, O>(statement: SystemStatement<I, O>, input: I): Promise<O> => {
    writes++;
    return isOff ? Promise.reject(databaseUnavailable('switched off')) : database.system(statement, input);
  };
  const switchOff = (off: boolean) => {
    isOff = off;
  };
  return { database: { engine: database.engine, system } as Database, switchOff, writes: () => writes };
}

const key = (keyId: string, tier: 'free' | 'pro' = 'free'): CallingKey => ({
  ...{ kind: 'key', keyId, name: 'bot', tier, scopes: ['read'], address: '' },
});

forEachEngine('usage', (open) => {
  const start = async () => {
    const clock = new TestClock('2026-11-15T23:59:00Z');
    const database = await open();
    const store = breakable(database);
    const counter = new UsageCounter({ database: store.database, clock });
    const read = async (caller: CallingKey, input: object = {}) => {
      const request = {
        caller,
        usage: counter,
        db: database.tenant(caller.keyId),
        now: clock.now(),
        storageLimit: storageLimits(1),
      } as unknown as Request;
      return usage.output.parse(await usage.handler(request, usage.input.parse(input))) as Record<string, unknown>;
    };
    return { clock, counter, database, read, store };
  };

  test('requests are reported by route and by day, quiet days as zeros', async () => {
    const { clock, counter, read } = await start();
    const count = (route: string, status: number, tokens: number, latencyMs: number) =>
      counter.count({ keyId: 'a', route, status, tokens, latencyMs });
    count('POST /memory/store', 201, 10, 4.5);
    count('POST /memory/store', 400, 0, 1.5);
    clock.advance(2 * DAY);
    count('GET /memory/{id}', 404, 0, 1);
    count('POST /memory/store', 201, 7, 3);
    counter.count({ keyId: 'b', route: 'GET /usage', status: 200, tokens: 99, latencyMs: 9 });
    assert.deepEqual(await read(key('a'), { days: 4 }), {
      ...{
        api_key_id: 'a',
        name: 'bot',
        tier: 'free',
        used: 0,
        limit: 10_000,
        unlimited: false,
        remaining: 10_000,
        reset_date: Date.UTC(2026, 11, 1),
        storage: { used_bytes: 0, limit_bytes: 1_048_576 },
      },
      window: { from: Date.UTC(2026, 10, 14), to: Date.UTC(2026, 10, 18) - 1 },
      totals: { requests: 4, tokens: 17, errors: 2, avg_latency_ms: 2.5 },
      by_route: [
        { route: 'POST /memory/store', requests: 3, tokens: 17, errors: 1, avg_latency_ms: 3 },
        { route: 'GET /memory/{id}', requests: 1, tokens: 0, errors: 1, avg_latency_ms: 1 },
      ],
      daily: [
        { day: '2026-11-14', requests: 0, tokens: 0, errors: 0 },
        { day: '2026-11-15', requests: 2, tokens: 10, errors: 1 },
        { day: '2026-11-16', requests: 0, tokens: 0, errors: 0 },
        { day: '2026-11-17', requests: 2, tokens: 7, errors: 1 },
      ],
    });
    await counter.close();
  });

  test('a key that was never used, and one without an allowance, get a response too', async () => {
    const { counter, read } = await start();
    const response = await read(key('new', 'pro'), { from: '2026-11-15', to: '2026-11-15T12:00:00Z' });
    assert.deepEqual(response.totals, { requests: 0, tokens: 0, errors: 0, avg_latency_ms: 0 });
    assert.deepEqual(response.daily, [{ day: '2026-11-15', requests: 0, tokens: 0, errors: 0 }]);
    assert.deepEqual([response.limit, response.remaining], [null, null]);
    assert.equal(((await read(key('new'))).daily as unknown[]).length, 30);
    await counter.close();
  });

  test('counts of many keys are written together, and a failed write loses none of them', async () => {
    const { counter, read, store } = await start();
    const countAll = () => {
      for (let i = 0; i < 1_200; i++)
        counter.count({ keyId: `k${i}`, route: 'GET /usage', status: 200, tokens: 1, latencyMs: 1 });
    };
    countAll();
    store.switchOff(true);
    await assert.rejects(counter.flush(), /switched off/);
    countAll();
    store.switchOff(false);
    const before = store.writes();
    await Promise.all([counter.flush(), counter.flush()]);
    assert.equal(store.writes() - before, 3);
    for (const id of ['k0', 'k600', 'k1199']) {
      assert.deepEqual((await read(key(id))).totals, { requests: 2, tokens: 2, errors: 0, avg_latency_ms: 1 });
    }
    await counter.close();
  });

  test('closing writes what is left, and the next counter adds to it', async () => {
    const { clock, counter, read, store } = await start();
    counter.count({ keyId: 'a', route: 'GET /usage', status: 500, tokens: 0, latencyMs: 1 });
    await counter.close();
    const next = new UsageCounter({ database: store.database, clock });
    next.count({ keyId: 'a', route: 'GET /usage', status: 200, tokens: 0, latencyMs: 3 });
    await next.close();
    assert.deepEqual((await read(key('a'))).totals, { requests: 2, tokens: 0, errors: 1, avg_latency_ms: 2 });
  });

  test('the activity of the most recently active agents is kept if a key names too many', async () => {
    const { clock, counter, database } = await start();
    const count = (keyId: string, agentId: string) =>
      counter.count({ keyId, agentId, route: 'GET /usage', status: 200, tokens: 0, latencyMs: 1 });
    for (let n = 0; n < 700; n++) count('a', `old ${n}`);
    clock.advance(1);
    for (let n = 0; n < MAX_AGENTS; n++) count('a', `new ${n}`);
    count('b', 'one');
    await counter.flush();
    await sweepUsage({ database, clock });
    const agentsOf = (keyId: string) => database.tenant(keyId).run(readAgents, { limit: MAX_AGENTS, now: clock.now() });
    const { total, agents } = await agentsOf('a');
    assert.equal(total, MAX_AGENTS);
    assert.ok(agents.every(({ agent_id }) => agent_id.startsWith('new')));
    assert.equal((await agentsOf('b')).total, 1);
  });
});
