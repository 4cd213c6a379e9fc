import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { expectError, expectStatus, expectTimestamp } from './expect.js';
import { BASE_URL, call, type Json, mintKey, newScope, unique } from './support.js';

let key = '';
let strangersKey = '';
/** A public address that nothing is ever sent to: no test triggers an event of this kind under this key. */
const NOWHERE = 'https://93.184.216.34/recollect-acceptance';
const QUIET = ['procedure.stored'];
const made: string[] = [];

before(async () => {
  key = (await mintKey()).key;
  strangersKey = (await mintKey()).key;
});
after(async () => {
  for (const id of made) await call('DELETE', `/memory/subscriptions/${id}`, { key });
});

interface Subscription {
  id: string;
  url: string | null;
  stream_url: string | null;
  events: string[];
  secret?: string | null;
  state: string;
  status?: string;
  created_at: number;
}
async function subscribe(body: Json): Promise<Subscription> {
  const response = await call<Subscription>('POST', '/memory/subscribe', { key, body });
  expectStatus(response, 201);
  made.push(response.body.id);
  return response.body;
}

describe('POST /memory/subscribe', () => {
  test('creates a webhook and shows its secret once', async () => {
    const one = await subscribe({ url: NOWHERE, events: QUIET, description: 'acceptance' });
    assert.deepEqual([one.url, one.events, one.status, one.state], [NOWHERE, QUIET, 'subscribed', 'active']);
    assert.match(one.secret ?? '', /^whsec_[A-Za-z0-9+/]{32,}=*$/);
    expectTimestamp(one.created_at, 'created_at');
    const again = await call('GET', `/memory/subscriptions/${one.id}`, { key });
    expectStatus(again, 200);
    assert.doesNotMatch(again.text, /whsec_/);
    const alias = await subscribe({ webhook_url: NOWHERE, events: QUIET, secret: 'sixteen letters!' });
    assert.equal(alias.secret, `whsec_${Buffer.from('sixteen letters!').toString('base64')}`);
  });

  test('refuses URLs that are not public, and any other invalid input', async () => {
    const refused: [string, unknown, string][] = [
      ['url', 'http://127.0.0.1/', 'url'],
      ['url', 'http://2130706433/', 'url'],
      ['url', 'http://[::ffff:10.0.0.1]/', 'url'],
      ['url', 'http://169.254.169.254/latest/meta-data', 'url'],
      ['url', 'http://localhost:7326/', 'url'],
      ['webhook_url', 'http://192.168.1.1/', 'webhook_url'],
      ['url', 'ftp://93.184.216.34/', 'url'],
      ['url', 'http://user:password@93.184.216.34/', 'url'],
      ['url', 'not a url', 'url'],
      ['url', 7, 'url'],
      ['events', ['memory.nonsense'], 'events'],
      ['events', [], 'events'],
      ['secret', 'short', 'secret'],
      ['user_id', '', 'user_id'],
    ];
    for (const [field, value, named] of refused) {
      const body = {
        url: NOWHERE,
        events: QUIET,
        [field]: value,
        ...(field === 'webhook_url' ? { url: undefined } : {}),
      };
      expectError(await call('POST', '/memory/subscribe', { key, body }), 400, 'invalid_request', named);
    }
  });
});

describe('/memory/subscriptions', () => {
  test("lists, changes and deletes only the key's own subscriptions", async () => {
    const one = await subscribe({ url: NOWHERE, events: QUIET });
    const listed = await call<{ count: number; subscriptions: Subscription[] }>('GET', '/memory/subscriptions', {
      key,
    });
    expectStatus(listed, 200);
    assert.ok(listed.body.subscriptions.some(({ id }) => id === one.id));
    assert.equal((await call<{ count: number }>('GET', '/memory/subscriptions', { key: strangersKey })).body.count, 0);
    const path = `/memory/subscriptions/${one.id}`;
    const paused = await call<Subscription>('PATCH', path, { key, body: { state: 'paused', events: ['*'] } });
    expectStatus(paused, 200);
    assert.equal(paused.body.state, 'paused');
    assert.ok(paused.body.events.length > 10);
    expectError(await call('PATCH', path, { key, body: { url: 'http://10.0.0.1/' } }), 400, 'invalid_request', 'url');
    expectError(await call('PATCH', path, { key, body: { state: 'asleep' } }), 400, 'invalid_request', 'state');
    const rotated = await call<Subscription>('POST', `${path}/rotate`, { key, body: { grace_seconds: 60 } });
    expectStatus(rotated, 200);
    assert.notEqual(rotated.body.secret, one.secret);
    const log = await call<{ count: number; deliveries: unknown[] }>('GET', `${path}/deliveries`, { key });
    expectStatus(log, 200);
    assert.deepEqual([log.body.count, log.body.deliveries], [0, []]);
    expectError(
      await call('GET', `${path}/deliveries`, { key, query: { status: 'lost' } }),
      400,
      'invalid_request',
      'status',
    );
    assert.deepEqual((await call('POST', `${path}/replay`, { key, body: {} })).body, { replayed: 0 });
    for (const [method, end] of [
      ['GET', ''],
      ['PATCH', ''],
      ['GET', '/deliveries'],
      ['POST', '/rotate'],
      ['POST', '/test'],
      ['POST', '/replay'],
      ['DELETE', ''],
    ]) {
      const options = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      expectError(await call(method ?? '', `${path}${end}`, { key: strangersKey, ...options }), 404, 'not_found');
    }
    expectStatus(await call('DELETE', path, { key }), 200);
    expectError(await call('GET', path, { key }), 404, 'not_found');
    expectError(await call('DELETE', path, { key }), 404, 'not_found');
  });

  test('need the read and write scopes', async () => {
    const reader = (await mintKey({ scopes: ['read'] })).key;
    expectStatus(await call('GET', '/memory/subscriptions', { key: reader }), 200);
    expectError(await call('POST', '/memory/subscribe', { key: reader, body: {} }), 403, 'missing_scope');
    const writer = (await mintKey({ scopes: ['write'] })).key;
    expectError(await call('GET', '/memory/events', { key: writer }), 403, 'missing_scope');
  });
});

interface Frame {
  id: string;
  event: string;
  data: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
}
/** Reads a stream until this many events have arrived. */
async function listen(
  query: Record<string, string>,
  headers: Record<string, string>,
  during: () => Promise<void>,
  count: number,
) {
  const controller = new AbortController();
  const response = await fetch(`${BASE_URL}/memory/events?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: AbortSignal.any([controller.signal, AbortSignal.timeout(30_000)]),
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const frames: Frame[] = [];
  const work = during();
  let rest = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    rest += Buffer.from(chunk).toString();
    const parts = rest.split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? '';
      if (field('data')) frames.push({ id: field('id'), event: field('event'), data: JSON.parse(field('data')) });
    }
    if (frames.length >= count) break;
  }
  controller.abort();
  await work;
  return frames;
}

describe('GET /memory/events', () => {
  const store = async (body: Json) => {
    const response = await call<{ id: string }>('POST', '/memory/store', { key, body });
    expectStatus(response, 201);
    return response.body.id;
  };

  test('streams events in order, and resumes after the last event', async () => {
    const scope = newScope();
    const ids: string[] = [];
    const first = await listen(
      { user_id: scope.user_id, events: 'memory.stored,memory.forgotten' },
      {},
      async () => {
        ids.push(await store({ ...scope, content: `Heard of ${unique('it')}` }));
        await store({ ...newScope(), content: 'Of somebody else' });
        await call('DELETE', '/memory/forget', { key, query: { id: ids[0] ?? '' } });
      },
      2,
    );
    assert.deepEqual(
      first.map(({ event, data }) => [event, data.type, data.data.memory_id]),
      [
        ['memory.stored', 'memory.stored', ids[0]],
        ['memory.forgotten', 'memory.forgotten', ids[0]],
      ],
    );
    for (const { id, data } of first) {
      assert.equal(id, data.id);
      assert.equal(data.data.user_id, scope.user_id);
      assert.ok(!Number.isNaN(Date.parse(data.timestamp)));
      assert.ok(!('memory' in data.data), 'no contents unless asked for');
    }
    const missed = await store({ ...scope, content: 'While nobody listened' });
    const query = { user_id: scope.user_id, events: 'memory.stored,memory.forgotten', include_content: 'true' };
    const second = await listen(query, { 'last-event-id': first[0]?.id ?? '' }, async () => {}, 2);
    assert.deepEqual(
      second.map(({ data }) => data.data.memory_id),
      [ids[0], missed],
    );
    assert.equal((second[1]?.data.data.memory as { content?: string } | undefined)?.content, 'While nobody listened');
  });

  test('can be stored as a subscription without a URL', async () => {
    const scope = newScope();
    const kept = await subscribe({ user_id: scope.user_id });
    assert.deepEqual([kept.url, kept.secret, kept.status], [null, null, 'subscribed']);
    assert.match(kept.stream_url ?? '', new RegExp(`/memory/events\\?subscription_id=${kept.id}$`));
    const frames = await listen(
      { subscription_id: kept.id },
      {},
      async () => {
        await store({ ...newScope(), content: 'Not this one' });
        await store({ ...scope, content: 'This one' });
      },
      1,
    );
    assert.equal(frames[0]?.data.data.user_id, scope.user_id);
    expectError(await call('POST', `/memory/subscriptions/${kept.id}/test`, { key }), 404, 'not_found');
  });

  test('refuses kinds, ids and subscriptions that do not exist', async () => {
    const tryStream = (query: Record<string, string>) => call('GET', '/memory/events', { key, query });
    expectError(await tryStream({ events: 'memory.nonsense' }), 400, 'invalid_request', 'events');
    expectError(await tryStream({ last_event_id: 'msg_made_up' }), 400, 'invalid_request', 'last_event_id');
    expectError(await tryStream({ subscription_id: unique('sub_') }), 404, 'not_found');
  });
});
