import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { HOUR, SECOND } from '../../kernel/clock.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';

function workingOf(service: TestService, key: string) {
  const read = async (session_id: string) =>
    (await service.call('GET', '/memory/working', { key, query: { session_id } })).body;
  return {
    put: (session_id: string, content: unknown, more: object = {}) =>
      service.call('POST', '/memory/working', { key, body: { session_id, content, ...more } }),
    read,
    contents: async (session_id: string) =>
      (await read(session_id)).items.map((item: { content: unknown }) => item.content),
    clear: async (session_id: string) =>
      (await service.call('DELETE', '/memory/working', { key, query: { session_id } })).body,
  };
}
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

onBothEngines('working memory', (start) => {
  it('keeps any JSON unchanged, in order', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const mine = workingOf(service, (await service.mint()).key);
    const values = [{ z: 1, a: { b: [null, true, 'é'] } }, 'text', '"quoted"', 0, 1.5, false, null, [], {}, 'a\u0000b'];
    for (const [i, value] of values.entries()) {
      const response = await mine.put('s', value);
      assert.deepEqual([response.status, response.body], [201, { session_id: 's', items: i + 1, expires_in: 3_600 }]);
    }
    const read = await mine.read('s');
    assert.deepEqual(
      read.items.map((item: { content: unknown }) => item.content),
      values,
    );
    assert.equal(JSON.stringify(read.items[0].content), JSON.stringify(values[0]));
    assert.deepEqual([read.session_id, read.count, read.items[0].at], ['s', values.length, clock.now()]);
  });

  it('reads only the items of a user or an agent, and those of nobody, if one is given, and clears only theirs', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const mine = workingOf(service, key);
    await mine.put('main', 'of ada', { user_id: 'ada', agent_id: 'planner' });
    await mine.put('main', 'of bob', { user_id: 'bob' });
    await mine.put('main', 'of nobody');
    const read = async (who: object) =>
      (await service.call('GET', '/memory/working', { key, query: { session_id: 'main', ...who } })).body.items.map(
        ({ content }: { content: string }) => content,
      );
    assert.deepEqual(await read({ user_id: 'ada' }), ['of ada', 'of nobody']);
    assert.deepEqual(await read({ agent_id: 'coder' }), ['of bob', 'of nobody']);
    assert.deepEqual(await mine.contents('main'), ['of ada', 'of bob', 'of nobody']);
    const query = { session_id: 'main', user_id: 'ada' };
    assert.equal((await service.call('DELETE', '/memory/working', { key, query })).body.removed, 1);
    assert.deepEqual(await mine.contents('main'), ['of bob', 'of nobody']);
    assert.equal((await mine.put('main', 'later')).body.items, 3);
    assert.deepEqual(await mine.contents('main'), ['of bob', 'of nobody', 'later']);
    assert.equal((await mine.clear('main')).removed, 3);
  });

  it('refuses a number that cannot be stored as it is', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    for (const content of ['1e400', '{"a":[null,-1e400]}']) {
      const body = `{"session_id":"s","content":${content}}`;
      const { status, body: refused } = await service.call('POST', '/memory/working', { key, body });
      assert.equal(status, 400);
      assert.match(refused.error.message, /^`content` must not contain a number beyond/);
    }
  });

  it('keeps the last hundred items, and the order of writes, under concurrent calls', async () => {
    const service = await start();
    const mine = workingOf(service, (await service.mint()).key);
    for (const n of numbers(1, 3)) await mine.put('s', -n);
    const responses = await Promise.all(numbers(1, 120).map((n) => mine.put('s', n)));
    assert.deepEqual(
      responses.map((response) => response.body.items).sort((a, b) => a - b),
      [...numbers(4, 100), ...Array(23).fill(100)],
    );
    const contents = await mine.contents('s');
    assert.equal(contents.length, 100);
    assert.equal(new Set(contents).size, 100);
    assert.ok(contents.every((value: number) => value > 0));
    for (const n of numbers(1, 60)) await mine.put('s', `later ${n}`);
    assert.deepEqual(
      (await mine.contents('s')).slice(40),
      numbers(1, 60).map((n) => `later ${n}`),
    );
    assert.deepEqual((await mine.contents('s')).slice(0, 40), contents.slice(60));
  });

  it('expires each item after its own time to live, and sweeps what is left of it', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const mine = workingOf(service, (await service.mint()).key);
    assert.equal((await mine.put('s', 'short', { ttl_seconds: 10 })).body.expires_in, 10);
    assert.equal((await mine.put('s', 'shortest', { ttl_seconds: 0.5 })).body.expires_in, 0.5);
    await mine.put('s', 'long');
    await mine.put('gone', 'short', { ttl_seconds: 10 });
    clock.advance(10 * SECOND);
    assert.deepEqual(await mine.contents('s'), ['long']);
    assert.equal((await mine.read('gone')).count, 0);
    await service.jobs.runDue();
    const rows = await rowsOf(service.place, 'select session_id from working_items');
    assert.deepEqual(
      rows.map((row) => row.session_id),
      ['s'],
    );
    assert.deepEqual((await rowsOf(service.place, 'select session_id from working_sessions')).length, 1);
    assert.equal((await mine.put('s', 'more')).body.items, 2);
    assert.deepEqual(await mine.contents('s'), ['long', 'more']);
    clock.advance(HOUR);
    assert.deepEqual(await mine.clear('s'), { session_id: 's', cleared: true, removed: 0 });
  });

  it('counts only unexpired items towards the hundred', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const mine = workingOf(service, (await service.mint()).key);
    await mine.put('s', 'kept');
    await Promise.all(numbers(1, 99).map((n) => mine.put('s', n, { ttl_seconds: 1 })));
    clock.advance(2 * SECOND);
    for (const n of numbers(1, 50)) await mine.put('s', n);
    assert.deepEqual(await mine.contents('s'), ['kept', ...numbers(1, 50)]);
  });

  it('clears a session and nothing else, and keeps keys and sessions apart', async () => {
    const service = await start();
    const [mine, yours] = [
      workingOf(service, (await service.mint()).key),
      workingOf(service, (await service.mint()).key),
    ];
    await mine.put('s', 'mine');
    await mine.put('t', 'also mine');
    await yours.put('s', 'yours');
    assert.deepEqual(await mine.contents('s'), ['mine']);
    assert.deepEqual(await mine.clear('s'), { session_id: 's', cleared: true, removed: 1 });
    assert.deepEqual(
      [await mine.contents('s'), await mine.contents('t'), await yours.contents('s')],
      [[], ['also mine'], ['yours']],
    );
    assert.equal((await mine.put('s', 'again')).body.items, 1);
  });

  it('lists the sessions that have something, by name, page by page', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    const [mine, yours] = [workingOf(service, key), workingOf(service, (await service.mint()).key)];
    for (const name of ['b', 'a', 'Ü', 'z']) await mine.put(name, `of ${name}`);
    await mine.put('gone', 'short', { ttl_seconds: 1 });
    await yours.put('theirs', 'yours');
    clock.advance(10 * SECOND);
    await mine.put('a', 'more', { ttl_seconds: 60 });
    await mine.clear('z');
    const page = async (query: Record<string, string | number> = {}) =>
      (await service.call('GET', '/memory/working/sessions', { key, query })).body;
    const { count, sessions, next_cursor } = await page();
    assert.deepEqual([count, next_cursor], [3, null]);
    assert.deepEqual(
      sessions.map((session: { session_id: string; items: number }) => [session.session_id, session.items]),
      [
        ['a', 2],
        ['b', 1],
        ['Ü', 1],
      ],
    );
    const now = clock.now();
    assert.deepEqual([sessions[0].last_at, sessions[0].expires_at], [now, now - 10 * SECOND + HOUR]);
    const first = await page({ limit: 2 });
    const second = await page({ limit: 2, cursor: first.next_cursor });
    assert.deepEqual([...first.sessions, ...second.sessions], sessions);
    assert.equal(second.next_cursor, null);
    const child = await service.call('POST', '/keys/children', { key, body: { name: 'phone', user_id: 'ada' } });
    assert.equal((await service.call('GET', '/memory/working/sessions', { key: child.body.key })).status, 403);
  });

  it('survives a restart, and does not count against the allowance', async () => {
    const service = await start();
    const { key } = await service.mint({ tier: 'free' });
    for (const n of numbers(1, 3)) await workingOf(service, key).put('s', n);
    assert.equal((await service.call('GET', '/usage', { key })).body.used, 0);
    await service.stop();
    const again = workingOf(await start({ place: service.place }), key);
    assert.deepEqual(await again.contents('s'), [1, 2, 3]);
    await again.put('s', 4);
    assert.deepEqual(await again.contents('s'), [1, 2, 3, 4]);
  });

  it('is forgotten with the user or agent that it is about', async () => {
    const service = await start();
    const { key } = await service.mint();
    const mine = workingOf(service, key);
    await mine.put('s', 'of ann', { user_id: 'ann', agent_id: 'one' });
    await mine.put('s', 'of ann and two', { user_id: 'ann', agent_id: 'two' });
    await mine.put('s', 'of bob', { user_id: 'bob' });
    await mine.put('s', 'of nobody');
    const forget = (query: Record<string, string>) => service.call('DELETE', '/memory/forget', { key, query });
    await forget({ user_id: 'ann', agent_id: 'two' });
    assert.deepEqual(await mine.contents('s'), ['of ann', 'of bob', 'of nobody']);
    await forget({ user_id: 'ann' });
    assert.deepEqual(await mine.contents('s'), ['of bob', 'of nobody']);
  });

  it('appends once when a request is repeated with its Idempotency-Key', async () => {
    const service = await start();
    const { key } = await service.mint();
    const request = { key, body: { session_id: 's', content: 1 }, headers: { 'idempotency-key': 'put-once' } };
    for (let i = 0; i < 2; i++) assert.equal((await service.call('POST', '/memory/working', request)).body.items, 1);
  });

  it('refuses what is too large, missing or not allowed, and names the field', async () => {
    const service = await start();
    const { key } = await service.mint();
    const mine = workingOf(service, key);
    const large = await mine.put('s', 'x'.repeat(65_535));
    assert.equal(large.status, 400);
    assert.match(large.body.error.message, /`content` must have at most 65536 bytes/);
    assert.equal((await mine.put('s', 'x'.repeat(65_534))).status, 201);
    for (const [field, body] of [
      ['content', { session_id: 's' }],
      ['session_id', { content: 1 }],
      ['session_id', { session_id: '', content: 1 }],
      ['ttl_seconds', { session_id: 's', content: 1, ttl_seconds: 0 }],
    ] as const) {
      const response = await service.call('POST', '/memory/working', { key, body });
      assert.equal(response.status, 400, JSON.stringify(body));
      assert.match(response.body.error.message, new RegExp(field));
    }
  });
});
