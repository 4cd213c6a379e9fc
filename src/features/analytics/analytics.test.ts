import assert from 'node:assert/strict';
import { it } from 'node:test';
import { annOf } from '../../../test/support/ann.js';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { DAY, dayOf, HOUR } from '../../kernel/clock.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { bucketOf } from '../usage/histogram.js';

onBothEngines('analytics', (start) => {
  it('returns requests, memories stored and memories retrieved per day, with zeros for quiet days', async () => {
    const clock = new TestClock('2026-11-15T10:30:00Z');
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const ann = annOf(service, key);
    await ann.store('Ann keeps bees');
    await ann.store('Ann sails on Sundays');
    clock.advance(2 * DAY);
    await ann.retrieve('bees', { limit: 1 });
    await ann.get('/memory/context', { user_id: 'ann', q: 'sailing' });
    await ann.get('/memory/context', { user_id: 'ann' });
    await service.call('POST', '/memory/store', { key, body: { user_id: 'ann' } });
    const { daily } = await ann.get('/analytics/daily', { days: 4 });
    assert.deepEqual(
      daily.map(({ avg_latency_ms, tokens, ...rest }: { avg_latency_ms: number; tokens: number }) => rest),
      [
        { day: '2026-11-14', requests: 0, errors: 0, stored: 0, retrieved: 0 },
        { day: '2026-11-15', requests: 2, errors: 0, stored: 2, retrieved: 0 },
        { day: '2026-11-16', requests: 0, errors: 0, stored: 0, retrieved: 0 },
        { day: '2026-11-17', requests: 4, errors: 1, stored: 0, retrieved: 3 },
      ],
    );
    assert.ok(daily[1].avg_latency_ms > 0 && daily[1].tokens > 0);
    assert.equal((await ann.get('/analytics/daily')).daily.length, 30);
    for (const days of [0, 366, 'many'])
      assert.equal((await service.call('GET', '/analytics/daily', { key, query: { days } })).status, 400);
  });

  it('returns memories, requests and retrievals per agent', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const ann = annOf(service, key);
    const began = clock.now();
    await ann.store('Ann keeps bees', { agent_id: 'one' });
    await ann.store('Ann has a boat', { agent_id: 'two' });
    clock.advance(HOUR);
    await ann.retrieve('bees', { agent_id: 'one' });
    await ann.retrieve('bees', { agent_id: 'three' });
    await ann.retrieve('bees');
    const { agents, ...sums } = await ann.get('/analytics/agents');
    const now = clock.now();
    assert.deepEqual(agents, [
      { agent_id: 'one', memories: 1, requests: 2, retrievals: 1, last_activity: now },
      { agent_id: 'two', memories: 1, requests: 1, retrievals: 0, last_activity: began },
      { agent_id: 'three', memories: 0, requests: 1, retrievals: 1, last_activity: now },
    ]);
    assert.deepEqual(sums, { count: 3, total: 3 });
    const fewer = await ann.get('/analytics/agents', { limit: 1 });
    assert.deepEqual([fewer.count, fewer.total, fewer.agents[0].agent_id], [1, 3, 'one']);
    assert.equal((await annOf(service, (await service.mint()).key).get('/analytics/agents')).total, 0);
  });

  it('returns calls per route and hour, the memories and tags retrieved most, and the hit rate', async () => {
    const clock = new TestClock('2026-11-15T10:30:00Z');
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const ann = annOf(service, key);
    const bees = await ann.store('Ann keeps bees', { tags: ['garden', 'animals'] });
    const boat = await ann.store('Ann has a boat', { tags: ['water'] });
    clock.advance(3 * HOUR);
    for (let i = 0; i < 3; i++) await ann.retrieve('Ann keeps bees', { limit: 1 });
    await ann.retrieve('Ann has a boat', { limit: 1 });
    await ann.retrieve('anything', { agent_id: 'nobody' });
    const found = await ann.get('/analytics/patterns', { days: 1 });
    const routes = new Map(found.patterns.map((row: { route: string }) => [row.route, row]));
    const retrieve = routes.get('GET /memory/retrieve') as Record<string, number>;
    assert.equal(retrieve.calls, 5);
    assert.equal(found.patterns[0].route, 'GET /memory/retrieve');
    assert.deepEqual([found.by_hour[10], found.by_hour[13], found.by_hour.length], [2, 5, 24]);
    assert.deepEqual(
      found.top_memories.map((row: { id: string; retrievals: number }) => [row.id, row.retrievals]),
      [
        [bees, 3],
        [boat, 1],
      ],
    );
    assert.equal(found.top_memories[0].excerpt, 'Ann keeps bees');
    assert.deepEqual(found.top_queries_tags, [
      { tag: 'animals', count: 3 },
      { tag: 'garden', count: 3 },
      { tag: 'water', count: 1 },
    ]);
    assert.deepEqual([found.hit_rate, found.retrievals, found.considered], [0.8, 5, { retrievals: 5 }]);
    const quiet = await annOf(service, (await service.mint()).key).get('/analytics/patterns');
    assert.deepEqual([quiet.hit_rate, quiet.top_memories, quiet.by_hour.length], [null, [], 24]);
  });

  it('returns the latency that 95 % of the calls of a route did not exceed, and their mean', async () => {
    const service = await start({ clock: new TestClock('2026-11-15T10:30:00Z'), background: false });
    const { id, key } = await service.mint();
    const ann = annOf(service, key);
    await ann.retrieve('bees');
    await ann.get('/analytics/patterns'); // writes what was counted
    const route = 'GET /memory/retrieve';
    const recorded = (text: string, ...values: (string | number)[]) => rowsOf(service.place, text, values);
    await recorded('delete from usage_latency where key_id = ? and route = ?', id, route);
    const insert = 'insert into usage_latency (key_id, day, route, bucket, requests) values (?, ?, ?, ?, ?)';
    for (const [ms, requests] of [
      [10, 94],
      [200, 4],
      [3_000, 2],
    ] as const)
      await recorded(insert, id, '2026-11-15', route, bucketOf(ms * 1_000), requests);
    await recorded(
      'update usage_daily set requests = 100, latency_us = 250000 where key_id = ? and route = ?',
      id,
      route,
    );
    const { patterns } = await ann.get('/analytics/patterns', { days: 1 });
    const row = patterns.find((one: { route: string }) => one.route === route);
    assert.deepEqual([row.calls, row.avg_latency_ms], [100, 2.5]);
    assert.ok(Math.abs(row.p95_latency_ms / 200 - 1) <= 0.1, `${row.p95_latency_ms} ms`);
  });

  it('leaves forgotten memories out of the top memories and tags', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const ann = annOf(service, key);
    const bees = await ann.store('Ann keeps bees', { tags: ['garden'] });
    await ann.store('Ann has a boat', { tags: ['water'] });
    await ann.retrieve('bees and boats');
    await ann.forget({ id: bees });
    const left = await ann.get('/analytics/patterns');
    assert.deepEqual(left.top_queries_tags, [{ tag: 'water', count: 1 }]);
    await ann.forget({ user_id: 'ann' });
    const none = await ann.get('/analytics/patterns');
    assert.deepEqual([none.top_memories, none.top_queries_tags], [[], []]);
    assert.equal(none.retrievals, 1);
  });

  it('deletes sums older than the longest window', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key, id } = await service.mint();
    const ann = annOf(service, key);
    await ann.store('Ann keeps bees');
    await ann.retrieve('bees', { agent_id: 'one' });
    await ann.store('Ann keeps hens'); // writes the retrieval before it
    const day = dayOf(clock.now());
    clock.advance(366 * DAY);
    await ann.get('/usage'); // everything counted so far is written before it responds
    const count = async (table: string, column: string, value: string) =>
      Number(
        (
          await rowsOf<{ n: number }>(
            service.place,
            `select count(*) as n from ${table} where key_id = ? and ${column} = ?`,
            [id, value],
          )
        )[0]?.n,
      );
    const counts = async () => [
      await count('usage_latency', 'day', day),
      await count('usage_hourly', 'day', day),
      await count('usage_agents', 'agent_id', 'one'),
    ];
    await service.jobs.runDue();
    assert.ok((await counts()).every((rows) => rows > 0));
    clock.advance(DAY);
    await service.jobs.runDue();
    assert.deepEqual(await counts(), [0, 0, 0]);
  });
});
