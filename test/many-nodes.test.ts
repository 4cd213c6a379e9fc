import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { best, fill, found, twoModels } from '../src/features/model/change.test.kit.js';
import { HOUR, MINUTE, monthOf } from '../src/kernel/clock.js';
import { TestClock } from './support/clock.js';
import { everywhere, onManyNodes, statuses, tally } from './support/nodes.js';
import { quotaRace } from './support/quota-race.js';
import { ADMIN_KEY, type TestService } from './support/service.js';

const NODES = 3;
const store = (node: TestService, key: string, content: string, headers: Record<string, string> = {}) =>
  node.call('POST', '/memory/store', { key, headers, body: { user_id: 'ann', content } });

onManyNodes('nodes on one database', (start) => {
  it('see at once what another node stored, changed or forgot', async () => {
    const nodes = await start(NODES);
    const [first, second, third] = nodes as [TestService, TestService, TestService];
    const { key } = await first.mint();
    for (let round = 0; round < 10; round++) {
      const [writer, ...readers] = [...nodes.slice(round % NODES), ...nodes.slice(0, round % NODES)];
      const { id } = (await store(writer as TestService, key, `The keys of shed ${round} hang by the door`)).body;
      const query = { user_id: 'ann', q: `keys of shed ${round}` };
      for (const response of await everywhere(readers, 'GET', '/memory/retrieve', { key, query })) {
        assert.equal(response.body.results[0].id, id);
      }
      assert.deepEqual(statuses(await everywhere(readers, 'GET', `/memory/${id}`, { key })), [200, 200]);
    }
    const { id } = (await store(first, key, 'Ann lives in Lisbon')).body;
    await second.call('PATCH', `/memory/${id}`, { key, body: { content: 'Ann lives in Porto' } });
    assert.equal((await third.call('GET', `/memory/${id}`, { key })).body.content, 'Ann lives in Porto');
    await third.call('DELETE', '/memory/forget', { key, query: { id } });
    assert.deepEqual(statuses(await everywhere(nodes, 'GET', `/memory/${id}`, { key })), [404, 404, 404]);
  });

  it('continue a list that another node began', async () => {
    const [first, second] = (await start(2)) as [TestService, TestService];
    const { key } = await first.mint();
    await fill(first, key, 6);
    const page = (await first.call('GET', '/memory', { key, query: { user_id: 'ann', limit: 4 } })).body;
    const query = { user_id: 'ann', limit: 4, cursor: page.next_cursor };
    const rest = (await second.call('GET', '/memory', { key, query })).body;
    assert.equal(new Set([...page.memories, ...rest.memories].map((memory) => memory.id)).size, 6);
  });

  it('refuse a revoked, rotated or narrowed key at once, even if they have just served it', async () => {
    const nodes = await start(NODES);
    const [first, second, third] = nodes as [TestService, TestService, TestService];
    const usage = (key: string) => everywhere(nodes, 'GET', '/usage', { key });
    const writes = (key: string) => everywhere(nodes, 'DELETE', '/memory/expired', { key });
    const { id, key } = await first.mint();
    assert.deepEqual(statuses(await usage(key)), [200, 200, 200]);
    assert.deepEqual(statuses(await writes(key)), [200, 200, 200]);

    await second.call('PATCH', `/auth/keys/${id}`, { key: ADMIN_KEY, body: { scopes: ['read'], tier: 'free' } });
    assert.deepEqual(statuses(await writes(key)), [403, 403, 403]);
    assert.deepEqual(
      (await usage(key)).map(({ body }) => body.tier),
      ['free', 'free', 'free'],
    );

    const rotated = await third.call('POST', `/auth/keys/${id}/rotate`, { key: ADMIN_KEY, body: {} });
    assert.deepEqual(statuses(await usage(key)), [401, 401, 401]);
    assert.deepEqual(statuses(await usage(rotated.body.key)), [200, 200, 200]);

    await first.call('DELETE', `/auth/keys/${id}`, { key: ADMIN_KEY });
    assert.deepEqual(statuses(await usage(rotated.body.key)), [403, 403, 403]);
  });

  it('use up the last 200 of a free allowance exactly, with 250 concurrent stores', async () => {
    const nodes = await start(NODES);
    const first = nodes[0] as TestService;
    const { id, key } = await first.mint({ tier: 'free' });
    await onDatabase(first, 'insert into quota (key_id, month, slot, used) values ($1, $2, 0, 9800)', [
      id,
      monthOf(Date.now()),
    ]);
    assert.deepEqual(await quotaRace(nodes, key, 250), { 201: 200, 429: 50 });
    for (const { body } of await everywhere(nodes, 'GET', '/usage', { key })) {
      assert.deepEqual([body.used, body.remaining], [10_000, 0]);
    }
    assert.equal((await first.call('GET', '/memory/stats', { key })).body.total_memories, 200);
  });

  it('together allow a key as many requests as a single node', async () => {
    const clock = new TestClock();
    const nodes = await start(NODES, { clock, env: { RECOLLECT_RATE_LIMIT: '60' } });
    const { key } = await (nodes[0] as TestService).mint();
    const calls = (each: number) =>
      Promise.all(Array.from({ length: each }, () => everywhere(nodes, 'GET', '/usage', { key })));
    assert.deepEqual(tally((await calls(30)).flat()), { 200: 60, 429: 30 });
    clock.advance(MINUTE / 2);
    const later = (await calls(20)).flat();
    assert.deepEqual(tally(later), { 200: 30, 429: 30 });
    const refused = later.find(({ status }) => status === 429);
    assert.equal(refused?.headers.get('retry-after'), '1');
    assert.equal(refused?.headers.get('ratelimit'), '"default";r=0;t=60');
    clock.advance(HOUR);
    const [response] = await everywhere(nodes.slice(1, 2), 'GET', '/usage', { key });
    assert.equal(response?.headers.get('ratelimit'), '"default";r=59;t=1');
  });

  it('together allow an address as many sign-ups as a single node', async () => {
    const clock = new TestClock();
    const nodes = await start(NODES, { clock, env: { RECOLLECT_SIGNUP_LIMIT: '4' } });
    const signups = async () =>
      (await Promise.all([1, 2, 3].map(() => everywhere(nodes, 'POST', '/signup', { body: { name: 'me' } })))).flat();
    const responses = await signups();
    assert.deepEqual(tally(responses), { 201: 4, 429: 5 });
    assert.equal(responses.find(({ status }) => status === 429)?.headers.get('retry-after'), '3600');
    clock.advance(HOUR);
    for (const node of nodes) await node.jobs.runDue(); // sweeps the counted clients, but must not sweep too many
    assert.deepEqual(tally(await signups()), { 201: 4, 429: 5 });
  });

  it('run concurrent requests with one Idempotency-Key once, and replay the response', async () => {
    const nodes = await start(NODES);
    const { key } = await (nodes[0] as TestService).mint();
    for (let round = 0; round < 10; round++) {
      const headers = { 'idempotency-key': `round-${round}` };
      const body = { user_id: 'ann', content: `Paid bill ${round}`, dedupe: false };
      const responses = (
        await Promise.all([1, 2].map(() => everywhere(nodes, 'POST', '/memory/store', { key, headers, body })))
      ).flat();
      assert.deepEqual(tally(responses), { 201: 6 });
      assert.equal(new Set(responses.map((response) => response.body.id)).size, 1);
      assert.equal(responses.filter((response) => response.headers.get('idempotent-replayed') === 'true').length, 5);
    }
    const { body } = await (nodes[1] as TestService).call('GET', '/memory/stats', { key });
    assert.equal(body.total_memories, 10);
  });

  it('run a due job on one node, and take over if that node has died', async () => {
    const clock = new TestClock();
    const nodes = await start(NODES, { clock });
    const [first, second] = nodes as [TestService, TestService];
    const { id, key } = await first.mint();
    const runs = () =>
      onDatabase(first, "select count(*)::int as rows from journal where key_id = $1 and kind = 'memory.expired'", [
        id,
      ]);
    const expiring = (content: string) =>
      first.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, ttl_seconds: 60 } });
    await expiring('Gone in a minute');
    clock.advance(2 * MINUTE);
    await Promise.all(nodes.map((node) => node.jobs.runDue()));
    assert.deepEqual(await runs(), [{ rows: 1 }]);

    await expiring('Gone in another minute');
    clock.advance(2 * MINUTE);
    const lease = `update jobs set lease_owner = 'a node that died', lease_until = $1, run_at = 0`;
    await onDatabase(first, lease, [clock.now() + MINUTE]);
    await second.jobs.runDue();
    assert.deepEqual(await runs(), [{ rows: 1 }], 'it may still be at it');
    clock.advance(MINUTE);
    await second.jobs.runDue();
    assert.deepEqual(await runs(), [{ rows: 2 }]);
  });

  it('signal a stop to load balancers while they still serve calls', async () => {
    const [node] = (await start(1, { env: { RECOLLECT_DRAIN_SECONDS: '1' } })) as [TestService];
    const { key } = await node.mint();
    assert.equal((await node.call('GET', '/health')).status, 200);
    const stopped = node.stop();
    const health = await node.call('GET', '/health');
    assert.deepEqual([health.status, health.body.status], [503, 'stopping']);
    assert.equal((await store(node, key, 'Stored at the last moment')).status, 201);
    await stopped;
    await assert.rejects(node.call('GET', '/health'));
  });

  it('all switch to the model that one of them has activated', async () => {
    const clock = new TestClock();
    const { old, embedders } = twoModels();
    const [first] = (await start(1, { clock, embedder: old, embedders })) as [TestService];
    const { place } = first;
    const { key } = await first.mint();
    await fill(first, key, 20);
    // Each has its own embedders, as processes do.
    const again = twoModels();
    const [second] = (await start(1, { clock, embedder: again.fresh, embedders: again.embedders, place })) as [
      TestService,
    ];
    await second.jobs.runDue();
    assert.equal(second.embedder.model.id, 'fresh');
    // Until its next refresh, the first node searches and stores with the old model, without losing anything.
    assert.deepEqual(await best(first, key, 'Ann keeps bees'), found('Ann keeps bees'));
    await store(first, key, 'Eve paints doors');
    await first.models.refresh();
    assert.equal(first.embedder.model.id, 'fresh');
    assert.deepEqual(await best(first, key, 'Ann keeps bees'), found('Ann keeps bees'));
    clock.advance(HOUR);
    await second.jobs.runDue();
    for (const node of [first, second])
      assert.deepEqual(await best(node, key, 'Eve paints doors'), found('Eve paints doors'));
  });
});

async function onDatabase(node: TestService, text: string, values: unknown[]): Promise<unknown[]> {
  const client = new pg.Client(node.place.databaseUrl);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
