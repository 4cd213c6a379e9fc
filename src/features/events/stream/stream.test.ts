import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../../test/support/clock.js';
import { ADMIN_KEY, onBothEngines, type TestOptions, type TestService } from '../../../../test/support/service.js';
import { DAY } from '../../../kernel/clock.js';
import { activeKeys } from '../../keys/sql/store.js';
import { Listener } from './listener.test.kit.js';
import { MAX_STREAMS_PER_KEY } from './streams.js';

onBothEngines('the event stream', (start, engine) => {
  async function open(options: TestOptions = {}) {
    const service = await start(options);
    const { key, id } = await service.mint();
    const store = async (content: string, more: object = {}): Promise<string> =>
      (await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, ...more } })).body.id;
    const listen = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      new Listener().open(service.url, key, { query, headers });
    return { service, key, keyId: id, store, listen };
  }
  const memories = (listener: Listener) => listener.events.map((event) => event.data.memory_id);
  const openStreams = async (service: TestService) =>
    Number(/recollect_event_streams (\d+)/.exec((await service.call('GET', '/metrics')).body)?.[1]);

  it('sends events from now on, filtered and unbuffered', async () => {
    const { store, listen } = await open();
    await store('Before');
    const [all, bobs, forgotten] = [
      await listen(),
      await listen({ user_id: 'bob' }),
      await listen({ events: 'memory.forgotten' }),
    ];
    assert.match(all.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal(all.headers.get('x-accel-buffering'), 'no');
    assert.ok(all.retryMs > 0);
    const one = await store('One');
    await all.until(() => all.events.length >= 1);
    const two = await store('Two', { user_id: 'bob', agent_id: 'other' });
    await Promise.all([all.until(() => all.events.length >= 2), bobs.until(() => bobs.events.length >= 1)]);
    assert.deepEqual([memories(all), memories(bobs), memories(forgotten)], [[one, two], [two], []]);
    assert.equal(all.events[1]?.id, bobs.events[0]?.id);
    assert.ok(!('memory' in (all.events[0]?.data ?? {})));
    for (const listener of [all, bobs, forgotten]) listener.leave();
  });

  it('resumes after the last event received, without loss or repeats, even if there was none', async () => {
    const { store, listen } = await open();
    const events = 'memory.stored';
    const first = await listen({ events });
    const stored = [await store('One')];
    await first.until(() => first.events.length >= 1);
    first.leave();
    for (let i = 0; i < 450; i += 50) {
      stored.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, (_, n) => store(`Number ${i + n}`, { user_id: `user ${n}` })),
        )),
      );
    }
    const second = await listen({ events }, { 'last-event-id': first.lastId });
    await second.until(() => second.events.length >= 450);
    const third = await listen({ events, last_event_id: first.lastId });
    await third.until(() => third.events.length >= 450);
    assert.deepEqual(memories(third), memories(second));
    assert.deepEqual([...memories(first), ...memories(second)].sort(), stored.sort());
    assert.equal(new Set(second.events.map((event) => event.id)).size, 450);
    second.leave();
    third.leave();
    const silent = await listen({ user_id: 'zoe' });
    silent.leave();
    const late = await store('For Zoe', { user_id: 'zoe' });
    const back = await listen({ user_id: 'zoe' }, { 'last-event-id': silent.lastId });
    await back.until(() => back.events.length >= 1);
    assert.deepEqual(memories(back), [late]);
    back.leave();
  });

  it('rejects ids that are not events of this key', async () => {
    const { service, listen, key } = await open();
    const other = await service.mint();
    const theirs = await new Listener().open(service.url, other.key);
    for (const last_event_id of ['1', 'msg_0000000000000000000000', theirs.lastId]) {
      const { status, body } = await service.call('GET', '/memory/events', { key, query: { last_event_id } });
      assert.deepEqual([status, body.error.details[0].field], [400, 'last_event_id']);
    }
    assert.equal((await listen({ events: 'memory.nonsense' })).status, 400);
    theirs.leave();
  });

  it('includes contents on request, and can be stored as a subscription', async () => {
    const { service, key, store } = await open();
    const made = await service.call('POST', '/memory/subscribe', {
      key,
      body: { user_id: 'bob', include_content: true },
    });
    assert.deepEqual([made.status, made.body.url, made.body.secret, made.body.status], [201, null, null, 'subscribed']);
    assert.equal(made.body.stream_url, `${service.url}/memory/events?subscription_id=${made.body.id}`);
    const listener = await new Listener().open(service.url, key, { query: { subscription_id: made.body.id } });
    await store('Of Ann');
    await store('Of Bob', { user_id: 'bob' });
    await listener.until(() => listener.events.length >= 1);
    assert.equal((listener.events[0]?.data.memory as { content: string } | undefined)?.content, 'Of Bob');
    listener.leave();
    assert.equal((await service.call('POST', `/memory/subscriptions/${made.body.id}/test`, { key })).status, 404);
  });

  it('sends `stream.reset` if missed events were trimmed, and no cache misses a trimmed change', async () => {
    const clock = new TestClock();
    const { service, store, listen, key } = await open({ clock, background: false });
    const find = async () =>
      (await service.call('GET', '/memory/retrieve', { key, query: { user_id: 'ann', q: 'tram', limit: 100 } })).body
        .count;
    const hybrid = async () =>
      (
        await service.call('GET', '/memory/retrieve', {
          key,
          query: { user_id: 'ann', q: 'tram', ranking: 'hybrid', limit: 100 },
        })
      ).body.count;
    const gone = await listen();
    gone.leave();
    await store('Ann takes the tram');
    assert.deepEqual([await find(), await hybrid()], [1, 1]); // the search thread holds the scope from here on
    await store('Ann waits for the tram');
    clock.advance(8 * DAY);
    const young = await store('Bob is new', { user_id: 'bob' });
    await service.jobs.runDue();
    assert.deepEqual([await find(), await hybrid()], [2, 2]);
    await store('Ann missed the tram');
    assert.deepEqual([await find(), await hybrid()], [3, 3]);
    const back = await listen({ user_id: 'bob' }, { 'last-event-id': gone.lastId });
    await back.until(() => back.events.length >= 2);
    assert.deepEqual(
      back.events.map((event) => event.type),
      ['stream.reset', 'memory.stored'],
    );
    assert.equal(back.events[1]?.data.memory_id, young);
    back.leave();
  });

  it('returns 429 above the limit of streams per key', async () => {
    const { service, listen } = await open();
    const many = await Promise.all(Array.from({ length: MAX_STREAMS_PER_KEY }, () => listen()));
    const refused = await listen();
    assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) > 0], [429, true]);
    for (const listener of many) listener.leave();
    while ((await openStreams(service)) > 0);
    const again = await listen();
    assert.equal(again.status, 200);
    again.leave();
  });

  it('does not count a stream that could not be opened', async () => {
    const { service, listen } = await open({ background: false });
    const { database } = service;
    const system = database.system.bind(database);
    database.system = (statement, input) =>
      (statement as unknown) === activeKeys ? Promise.reject(new Error('the disk is gone')) : system(statement, input);
    assert.equal((await listen()).status, 500);
    assert.equal(await openStreams(service), 0);
    database.system = system;
    const again = await listen();
    assert.equal(again.status, 200);
    again.leave();
  });

  it('ends at once when its key is changed, rotated or revoked, but not when another key is', async () => {
    const { service, key, keyId, listen } = await open();
    const other = await service.mint();
    const [listener, untouched] = [await listen(), await new Listener().open(service.url, other.key)];
    await service.call('PATCH', `/auth/keys/${keyId}`, { key: ADMIN_KEY, body: { name: 'renamed' } });
    assert.equal(await listener.ended, true);
    const old = await listen();
    const { body: rotated } = await service.call('POST', `/auth/keys/${keyId}/rotate`, { key });
    assert.equal(await old.ended, true);
    assert.equal((await listen()).status, 401);
    const reopen = () => new Listener().open(service.url, rotated.key);
    const change = (scopes: string[]) =>
      service.call('PATCH', `/auth/keys/${keyId}`, { key: ADMIN_KEY, body: { scopes } });
    const reading = await reopen();
    await change(['write']);
    assert.equal(await reading.ended, true);
    assert.equal((await reopen()).status, 403);
    await change(['read', 'write']);
    const again = await reopen();
    await service.call('DELETE', `/auth/keys/${keyId}`, { key: rotated.key });
    assert.equal(await again.ended, true);
    assert.equal((await reopen()).status, 403);
    untouched.leave();
    assert.equal(await untouched.ended, false);
  });

  it('ends cleanly when the service stops', async () => {
    const { service, listen } = await open();
    const listener = await listen();
    await service.stop();
    assert.equal(await listener.ended, true);
  });

  const manyNodes = engine === 'postgres'; // SQLite has one
  if (manyNodes)
    it('sends what other nodes write, and ends when another node revokes its key', async () => {
      const { service, key, keyId, listen } = await open();
      const node = await start({ place: service.place });
      const listener = await listen();
      const stored = await node.call('POST', '/memory/store', {
        key,
        body: { user_id: 'ann', content: 'From over there' },
      });
      await listener.until(() => listener.events.length >= 1);
      assert.equal(listener.events[0]?.data.memory_id, stored.body.id);
      await node.call('DELETE', `/auth/keys/${keyId}`, { key: ADMIN_KEY });
      assert.equal(await listener.ended, true);
    });
});

onBothEngines('the event stream of a subscription', (start) => {
  async function listening(events: string[], options: TestOptions = {}) {
    const service = await start(options);
    const { key } = await service.mint();
    const call = async (method: string, path: string, body?: object) =>
      (await service.call(method, path, { key, ...(body ? { body } : {}) })).body;
    const { id } = await call('POST', '/memory/subscribe', { events });
    const listener = await new Listener().open(service.url, key, { query: { subscription_id: id } });
    return { call, listener };
  }

  it('sends `memory.forgotten` as `memory.deleted` if requested by that name', async () => {
    const { call, listener } = await listening(['memory.deleted']);
    const { id } = await call('POST', '/memory/store', { user_id: 'ann', content: 'One' });
    await call('DELETE', `/memory/forget?id=${id}`);
    await listener.until(() => listener.events.length >= 1);
    assert.deepEqual(
      listener.events.map(({ type, data }) => [type, data.memory_id]),
      [['memory.deleted', id]],
    );
    listener.leave();
  });

  it('sends a registration once', async () => {
    const { call, listener } = await listening(['agent.registered']);
    const { id } = await call('POST', '/agents/register', { name: 'desk' });
    await call('POST', '/agents/register', { name: 'desk', description: 'Again' });
    await call('POST', '/agents/register', { name: 'second' });
    await listener.until(() => listener.events.length >= 2);
    assert.deepEqual(
      listener.events.map(({ data }) => data.agent_id),
      ['desk', 'second'],
    );
    assert.equal(listener.events[0]?.data.registered_id, id);
    listener.leave();
  });

  it('sends retrievals if requested by name, with ids but never the question', async () => {
    const { call, listener } = await listening(['memory.retrieved']);
    const { id } = await call('POST', '/memory/store', { user_id: 'ann', content: 'Ann keeps bees' });
    await call('GET', '/memory/retrieve?user_id=ann&q=bees');
    await listener.until(() => listener.events.length >= 1);
    const [event] = listener.events;
    assert.deepEqual([event?.type, event?.data.memory_ids, event?.data.found], ['memory.retrieved', [id], 1]);
    assert.ok(!JSON.stringify(event).includes('bees'));
    listener.leave();
  });

  it('leaves retrievals out of `*`', async () => {
    const { call, listener } = await listening(['*']);
    await call('GET', '/memory/retrieve?user_id=ann&q=bees');
    await call('POST', '/memory/store', { user_id: 'ann', content: 'Ann keeps bees' });
    await call('GET', '/memory/retrieve?user_id=ann&q=bees');
    await call('POST', '/agents/register', { name: 'desk' });
    await listener.until(() => listener.events.some(({ type }) => type === 'agent.registered'));
    assert.ok(listener.events.every(({ type }) => type !== 'memory.retrieved'));
    listener.leave();
  });
});
