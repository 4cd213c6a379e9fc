import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bodyOf, expectError, expectStatus } from './expect.js';
import { memoryOf } from './memory.js';
import { type CallResponse, call, EMBEDDER_OFF, eventually, mintKey, newScope, type QueryValue } from './support.js';

interface Counts {
  requests: number;
  tokens: number;
  errors: number;
}
interface Timed extends Counts {
  avg_latency_ms: number;
}
interface Usage {
  api_key_id: string;
  name: string;
  tier: string;
  used: number;
  limit: number | null;
  remaining: number | null;
  reset_date: string | number;
  window: { from: unknown; to: unknown };
  totals: Timed;
  by_route: (Timed & { route: string })[];
  daily: (Counts & { day: string })[];
}

const askUsage = (key: string, query: Record<string, QueryValue> = {}): Promise<CallResponse<Usage>> =>
  call('GET', '/usage', { key, query });
const usageOf = async (key: string, query: Record<string, QueryValue> = {}) => bodyOf(await askUsage(key, query), 200);
const routeIn = (usage: Usage, route: string) => usage.by_route.find((entry) => entry.route === route);
const sumOf = (entries: readonly Counts[], what: keyof Counts) => entries.reduce((sum, entry) => sum + entry[what], 0);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

describe('GET /usage', () => {
  test('returns the identity of the key, its allowance, totals, routes and days', async () => {
    const minted = await mintKey();
    const usage = await usageOf(minted.key);
    assert.equal(usage.api_key_id, minted.id);
    assert.equal(usage.name, minted.name);
    assert.deepEqual([usage.tier, usage.used, usage.limit, usage.remaining], ['pro', 0, null, null]);
    assert.ok(new Date(usage.reset_date).getTime() > Date.now());
    assert.ok(usage.window.from !== undefined && usage.window.to !== undefined);
    for (const field of ['requests', 'tokens', 'errors', 'avg_latency_ms'] as const) {
      assert.equal(typeof usage.totals[field], 'number', field);
    }
    assert.ok(Array.isArray(usage.by_route) && Array.isArray(usage.daily));
  });

  test('every request is counted under its route pattern, never under its raw path', async () => {
    const { key } = await mintKey();
    const mine = memoryOf(key);
    const scope = newScope();
    const ids: string[] = [];
    for (const content of ['one', 'two', 'three']) ids.push((await mine.store({ ...scope, content })).id);
    for (const id of ids) await mine.get(id);
    await mine.retrieve({ q: 'How many?', user_id: scope.user_id });
    await mine.retrieve({ q: 'Which ones?', user_id: scope.user_id });
    await mine.forget({ id: ids[0] ?? '' });
    await eventually(async () => {
      const usage = await usageOf(key);
      assert.equal(routeIn(usage, 'POST /memory/store')?.requests, 3);
      assert.equal(routeIn(usage, 'GET /memory/{id}')?.requests, 3);
      assert.equal(routeIn(usage, 'GET /memory/retrieve')?.requests, 2);
      assert.equal(routeIn(usage, 'DELETE /memory/forget')?.requests, 1);
      assert.doesNotMatch(JSON.stringify(usage.by_route), /mem_/);
      for (const { route } of usage.by_route) assert.match(route, /^[A-Z]+ \/[^?]*$/);
    });
  });

  test('totals are the sums of the routes and of the days', async () => {
    const { key } = await mintKey();
    const mine = memoryOf(key);
    const scope = newScope();
    await mine.store({ ...scope, content: 'Counted once.' });
    await mine.tryStore({ ...scope });
    await mine.retrieve({ q: 'What is counted?', user_id: scope.user_id });
    await eventually(async () => {
      const usage = await usageOf(key);
      assert.ok(usage.totals.requests >= 3);
      for (const what of ['requests', 'tokens', 'errors'] as const) {
        assert.equal(sumOf(usage.by_route, what), usage.totals[what], `${what} by route`);
        assert.equal(sumOf(usage.daily, what), usage.totals[what], `${what} by day`);
      }
      if (!EMBEDDER_OFF) assert.ok(usage.totals.tokens > 0, 'text costs tokens');
      assert.ok(usage.totals.avg_latency_ms > 0);
    });
  });

  test('a refused request counts as an error of its route', async () => {
    const { key } = await mintKey();
    const mine = memoryOf(key);
    expectError(await mine.tryStore({}), 400);
    expectError(await mine.tryForget({ id: 'mem_unknown' }), 404);
    await mine.store({ ...newScope(), content: 'Accepted.' });
    await eventually(async () => {
      const usage = await usageOf(key);
      const store = routeIn(usage, 'POST /memory/store');
      assert.deepEqual([store?.requests, store?.errors], [2, 1]);
      assert.equal(routeIn(usage, 'DELETE /memory/forget')?.errors, 1);
      assert.equal(usage.totals.errors, 2);
    });
  });

  test('requests fall into the bucket of the current day in UTC', async () => {
    const { key } = await mintKey();
    const days = [dayOf(Date.now())];
    await memoryOf(key).store({ ...newScope(), content: 'Today.' });
    await eventually(async () => {
      const usage = await usageOf(key);
      days.push(dayOf(Date.now()));
      const today = usage.daily.filter((bucket) => days.includes(bucket.day.slice(0, 10)));
      assert.ok(sumOf(today, 'requests') >= 1, JSON.stringify(usage.daily));
    });
  });

  test("a window in the past contains none of today's requests", async () => {
    const { key } = await mintKey();
    await memoryOf(key).store({ ...newScope(), content: 'Not in that window.' });
    for (const [from, to] of [
      ['2001-01-01T00:00:00Z', '2001-01-31T00:00:00Z'],
      [Date.UTC(2001, 0, 1), Date.UTC(2001, 0, 31)],
    ] as const) {
      const usage = await usageOf(key, { from, to });
      assert.equal(usage.totals.requests, 0);
      assert.equal(sumOf(usage.daily, 'requests'), 0);
    }
  });

  test("a window from an hour ago until now contains today's requests", async () => {
    const { key } = await mintKey();
    const from = Date.now() - 3_600_000;
    await memoryOf(key).store({ ...newScope(), content: 'In the window.' });
    await eventually(async () => {
      const usage = await usageOf(key, { from, to: Date.now() + 60_000 });
      assert.equal(routeIn(usage, 'POST /memory/store')?.requests, 1);
    });
  });

  test('one key never sees the requests of another', async () => {
    const [busy, idle] = [await mintKey(), await mintKey()];
    await memoryOf(busy.key).store({ ...newScope(), content: 'Busy.' });
    await eventually(async () => assert.ok(routeIn(await usageOf(busy.key), 'POST /memory/store')));
    assert.equal(routeIn(await usageOf(idle.key), 'POST /memory/store')?.requests ?? 0, 0);
  });

  test('days is from 1 to 365, and an invalid window is refused by name', async () => {
    const { key } = await mintKey();
    for (const days of [1, 30, 365]) expectStatus(await askUsage(key, { days }), 200);
    for (const days of [0, 366, -1, 'abc']) expectError(await askUsage(key, { days }), 400, 'invalid_request', 'days');
    expectError(await askUsage(key, { from: 'then' }), 400, 'invalid_request', 'from');
    expectError(await askUsage(key, { to: 'now' }), 400, 'invalid_request', 'to');
  });
});
