import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { ADMIN_KEY, startTestService, type TestService } from '../../test/support/service.js';
import { operations } from '../catalog.js';
import { methodOf } from '../edge/reference/client-source/source.js';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  QuotaExceededError,
  Recollect,
  RecollectError,
  ServerError,
  TimeoutError,
} from './index.js';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const failing = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { error: { status, code, message: `it is ${code}`, request_id: 'req_1' } }, headers);

/** A client with scripted responses, and what it sent. */
function scripted(responses: (Response | Error)[], options: object = {}) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    sent.push({ url: String(url), init });
    const response = responses.shift() ?? json(200, { ok: true });
    if (response instanceof Error) throw response;
    return response;
  };
  const client = new Recollect({
    url: 'http://service',
    key: 'rec_sk_x',
    fetch: fetch as typeof globalThis.fetch,
    ...options,
  });
  return { client, sent, header: (i: number, name: string) => new Headers(sent[i]?.init.headers).get(name) };
}

describe('the client', () => {
  let service: TestService;
  let client: Recollect;
  before(async () => {
    service = await startTestService('sqlite');
    const { key } = await service.mint();
    client = new Recollect({ url: service.url, key });
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
  });

  it('has a method for every operation', () => {
    for (const { id } of operations) {
      if (id === 'mcp' || id === 'events.stream') continue;
      const [group, method] = methodOf(id);
      const holder = (group === null
        ? client
        : (client as unknown as Record<string, object>)[group]) as unknown as Record<string, unknown>;
      assert.equal(typeof holder?.[method], 'function', id);
    }
  });

  it('stores, finds, changes and forgets', async () => {
    const stored = await client.memory.store({
      user_id: 'ada',
      content: 'Ada prefers window seats',
      tags: ['travel'],
      metadata: { source: 'chat' },
    });
    assert.equal(stored.status, 'stored');
    const { results } = await client.memory.retrieve({
      user_id: 'ada',
      q: 'window seats',
      tags: ['travel', 'food'] as never,
    });
    assert.equal(results[0]?.id, stored.id);
    const changed = await client.memory.update({ id: stored.id, importance: 9 });
    assert.equal(changed.importance, 9);
    assert.deepEqual(await client.memory.forget({ id: stored.id }), { deleted: 1 });
    assert.equal((await client.health()).status, 'ok');
  });

  it('returns JSON lines as text', async () => {
    for (let i = 0; i < 2; i++) await client.memory.store({ user_id: 'lin', content: `Line ${i} of Lin` });
    const lines = await client.memory.export({ user_id: 'lin', format: 'ndjson' });
    assert.ok(typeof lines === 'string' && lines.includes('Line 0 of Lin') && lines.includes('Line 1 of Lin'));
    const json = await client.memory.export({ user_id: 'lin' });
    assert.ok(typeof json !== 'string' && json.memories.length === 2);
  });

  it('iterates over pages and over their items', async () => {
    for (let i = 0; i < 7; i++) await client.memory.store({ user_id: 'pat', content: `Number ${i} of Pat` });
    const sizes: number[] = [];
    for await (const page of client.memory.list.pages({ user_id: 'pat', limit: 3 })) sizes.push(page.memories.length);
    assert.deepEqual(sizes, [3, 3, 1]);
    const contents: string[] = [];
    for await (const memory of client.memory.list.items({ user_id: 'pat', limit: 3 })) contents.push(memory.content);
    assert.equal(new Set(contents).size, 7);
  });

  it('throws an error of the matching class, with the message of the service', async () => {
    await assert.rejects(client.memory.store({ user_id: 'ada', content: '' }), (error: InvalidRequestError) => {
      assert.ok(error instanceof InvalidRequestError);
      assert.match(error.message, /content/);
      assert.match(error.requestId ?? '', /^req_/);
      return true;
    });
    await assert.rejects(client.memory.get({ id: 'mem_nobody' }), NotFoundError);
    await assert.rejects(new Recollect({ url: service.url }).memory.stats(), AuthenticationError);
    await assert.rejects(client.keys.list(), PermissionError);
    const nobody = new Recollect({ url: 'http://127.0.0.1:9', key: 'rec_sk_x', retries: 0 });
    await assert.rejects(nobody.health(), ConnectionError);
    const admin = new Recollect({ url: service.url, key: ADMIN_KEY });
    assert.ok((await admin.keys.list()).count > 0);
  });

  it('names the character of a key that no key contains, and ignores space around a key', async () => {
    for (const [key, stray] of [
      ['rec_sk_…', '"…"'],
      ['rec_sk_1 2', '" "'],
      ['rec_sk_1\n2', '"\\\\n"'],
    ] as const)
      assert.throws(() => new Recollect({ key }), new RegExp(`The key contains ${stray}`));
    const { client: calm, header } = scripted([], { key: ' rec_sk_x\n' });
    await calm.memory.stats();
    assert.equal(header(0, 'authorization'), 'Bearer rec_sk_x');
  });

  it('refuses an address that is not a URL, at once', () => {
    for (const url of ['foo', 'localhost:7326', 'ftp://host', ''])
      assert.throws(() => new Recollect({ url }), /is not a URL of a service/);
  });

  it('refuses ids that would form the URL of another operation', async () => {
    const { client: calm, sent } = scripted([]);
    for (const id of ['.', '..', '', undefined as unknown as string]) {
      await assert.rejects(calm.memory.get({ id }), /`id` cannot be "/);
      await assert.rejects(calm.users.erase({ id }), (error) => error instanceof RecollectError);
    }
    assert.equal(sent.length, 0);
    await calm.memory.get({ id: '.../x' });
    assert.equal(sent[0]?.url, 'http://service/memory/...%2Fx');
  });

  it('sends a date in a query as in JSON, and leaves out what is not given', async () => {
    const { client: calm, sent } = scripted([]);
    const at = new Date('2030-01-01') as unknown as string;
    await calm.memory.list({ created_after: at, metadata: { at } as never, user_id: undefined });
    assert.deepEqual(
      [...new URL(sent[0]?.url ?? '').searchParams],
      ['created_after', 'metadata.at'].map((name) => [name, '2030-01-01T00:00:00.000Z']),
    );
  });

  it('refuses a filter with a value that is missing: without it, everything would match', async () => {
    const { client: calm, sent } = scripted([]);
    for (const session of [undefined, null])
      await assert.rejects(
        calm.memory.list({ metadata: { session } as never }),
        new RegExp(`\`metadata\\.session\` cannot be ${session}`),
      );
    assert.equal(sent.length, 0);
  });

  it('refuses an item with a comma in a list of a query, which would be read as two', async () => {
    const { client: calm, sent } = scripted([]);
    await assert.rejects(calm.memory.list({ tags: ['a', 'Lisbon, Portugal'] }), /`tags` cannot contain "Lisbon, P/);
    assert.equal(sent.length, 0);
    await calm.memory.store({ user_id: 'ada', content: 'x', tags: ['Lisbon, Portugal'] });
    assert.equal(sent.length, 1);
  });

  it('retries after 429, 5xx and a broken connection, with the same idempotency key', async () => {
    const {
      client: calm,
      sent,
      header,
    } = scripted([
      failing(429, 'rate_limited', { 'retry-after': '0.01' }),
      failing(503, 'unavailable'),
      new TypeError('fetch failed'),
      json(201, { id: 'mem_1' }),
    ]);
    assert.deepEqual(await calm.memory.store({ user_id: 'ada', content: 'x' }), { id: 'mem_1' });
    assert.equal(sent.length, 4);
    const keys = new Set(sent.map((_, i) => header(i, 'idempotency-key')));
    assert.equal(keys.size, 1);
    assert.match([...keys][0] ?? '', /^[0-9a-f]{32}$/);
  });

  it('works on a page that is not secure, where browsers offer no `crypto.randomUUID`', async () => {
    const { client: calm, sent, header } = scripted([]);
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      await calm.memory.stats();
      await calm.memory.store({ user_id: 'ada', content: 'x' });
      await calm.memory.store({ user_id: 'ada', content: 'x' });
    } finally {
      Reflect.deleteProperty(crypto, 'randomUUID');
    }
    assert.equal(new Set(sent.map((_, i) => header(i, 'idempotency-key'))).size, 3);
  });

  it('retries after a response that breaks off, and says so after the last attempt', async () => {
    const broken = () => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"id": "m')),
        pull: (controller) => controller.error(new TypeError('terminated')),
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    };
    const mended = scripted([broken(), json(201, { id: 'mem_1' })]);
    assert.deepEqual(await mended.client.memory.store({ user_id: 'ada', content: 'x' }), { id: 'mem_1' });
    assert.equal(mended.header(0, 'idempotency-key'), mended.header(1, 'idempotency-key'));
    const down = scripted([broken()], { retries: 0 });
    await assert.rejects(down.client.memory.stats(), ConnectionError);
  });

  it('gives up after its retries, and at once on errors that a retry cannot fix', async () => {
    const down = scripted([failing(500, 'internal'), failing(500, 'internal'), failing(500, 'internal')], {
      retries: 1,
    });
    await assert.rejects(down.client.memory.stats(), ServerError);
    assert.equal(down.sent.length, 2);
    for (const [status, code, kind] of [
      [429, 'quota_exceeded', QuotaExceededError],
      [409, 'conflict', ConflictError],
      [400, 'invalid_request', InvalidRequestError],
    ] as const) {
      const once = scripted([failing(status, code)]);
      await assert.rejects(once.client.memory.store({ user_id: 'a', content: 'x' }), kind);
      assert.equal(once.sent.length, 1);
    }
  });

  it('stops waiting when it is aborted or times out', async () => {
    const hanging = (_url: unknown, init: RequestInit = {}) =>
      new Promise<Response>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
      });
    const slow = new Recollect({ url: 'http://service', fetch: hanging as typeof fetch, retries: 0, timeoutMs: 5 });
    await assert.rejects(slow.memory.stats(), TimeoutError);
    const stopped = new AbortController();
    const waiting = new Recollect({ url: 'http://service', fetch: hanging as typeof fetch }).memory.stats(undefined, {
      signal: stopped.signal,
    });
    stopped.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
  });

  it('receives events, and resumes after a given event', async () => {
    const { key } = await service.mint();
    const listener = new Recollect({ url: service.url, key });
    const done = new AbortController();
    const heard = listener.events({ user_id: 'eve', events: ['memory.stored'] }, { signal: done.signal });
    const first = heard.next();
    // The stream starts when it is open: it does not include what was stored before.
    let stored: { id: string } | undefined;
    let over = false;
    const storing = (async () => {
      for (let i = 0; !over; i++) {
        stored = await listener.memory.store({ user_id: 'eve', content: `Number ${i} of Eve` });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    const { value: event } = await first;
    over = true;
    await storing;
    assert.equal(event?.type, 'memory.stored');
    assert.equal(event?.data.user_id, 'eve');
    done.abort();
    const last = await listener.memory.store({ user_id: 'eve', content: 'The last of Eve' });
    const again = new AbortController();
    const ids: unknown[] = [];
    for await (const missed of listener.events(
      { user_id: 'eve', last_event_id: event?.id ?? '' },
      { signal: again.signal },
    )) {
      ids.push(missed.data.memory_id);
      if (missed.data.memory_id === last.id) again.abort();
    }
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(stored);
    await assert.rejects(new Recollect({ url: service.url, key: 'rec_sk_wrong' }).events().next(), AuthenticationError);
  });

  it('imports nothing but itself, so that it runs without Node.js', async () => {
    const folder = new URL('.', import.meta.url);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.js') && !name.includes('.test.'));
    assert.ok(files.length >= 4);
    for (const name of files) {
      const source = await readFile(new URL(name, folder), 'utf8');
      for (const [, from] of source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g))
        assert.match(from ?? '', /^\.\/[\w-]+\.js$/, name);
      assert.ok(!/\b(process|Buffer|require)\b\s*[.(]/.test(source), `${name} uses what only Node has`);
    }
  });
});
