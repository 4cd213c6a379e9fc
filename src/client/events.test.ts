import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Recollect } from './index.js';

/** A client with scripted responses, null for none, and what it sent. */
function listener(responses: (Response | null)[]) {
  const sent: { url: string; after: string | null; signal: AbortSignal | null | undefined }[] = [];
  const fetch = (url: unknown, init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: String(url), after: new Headers(init.headers).get('last-event-id'), signal: init.signal });
    const response = responses.shift();
    return response ? Promise.resolve(response) : new Promise(() => {});
  };
  return { client: new Recollect({ url: 'http://service', fetch: fetch as typeof globalThis.fetch }), sent };
}

/** Until everything has happened that waits for no timer. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe('the events of the client', () => {
  it('resumes a stream that breaks after the last id received, with or without an event', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const stream = (...blocks: string[]) => new Response(blocks.map((block) => `${block}\n\n`).join(''));
    const told = (id: string) => `id: ${id}\ndata: {"id": "${id}", "type": "memory.stored"}`;
    const { client, sent } = listener([stream('id: evt_0', told('evt_1')), stream('id: evt_2'), stream(told('evt_3'))]);
    const ids: string[] = [];
    const listening = (async () => {
      for await (const { id } of client.events({ user_id: 'eve' })) if (ids.push(id) === 2) break;
    })();
    for (let i = 0; i < 2; i++) {
      await settled();
      t.mock.timers.tick(60_000);
    }
    await listening;
    assert.deepEqual(ids, ['evt_1', 'evt_3']);
    assert.deepEqual(
      sent.map(({ after }) => after),
      [null, 'evt_1', 'evt_2'],
    );
    for (const { url } of sent) assert.match(url, /\/memory\/events\?user_id=eve$/);
  });

  it('waits longer and longer before it opens a stream that ends without an event again', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { client, sent } = listener(Array.from({ length: 9 }, () => new Response('')));
    const stop = new AbortController();
    const next = client.events({}, { signal: stop.signal }).next();
    for (const [i, wait] of [500, 1_000, 2_000].entries()) {
      await settled();
      t.mock.timers.tick(wait - 1);
      await settled();
      assert.equal(sent.length, i + 1);
      t.mock.timers.tick(1);
    }
    await settled();
    assert.equal(sent.length, 4);
    stop.abort();
    assert.equal((await next).done, true);
  });

  it('reopens a stream soon that was good but quiet', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const quiet = () => new Response('id: evt_1\n\n: still here\nid: evt_2\n\n');
    const { client, sent } = listener(Array.from({ length: 9 }, quiet));
    const stop = new AbortController();
    const next = client.events({}, { signal: stop.signal }).next();
    for (let count = 1; count <= 5; count++) {
      await settled();
      assert.equal(sent.length, count);
      t.mock.timers.tick(500);
    }
    stop.abort();
    assert.equal((await next).done, true);
  });

  it('throws at once for a filter that cannot be sent', async () => {
    const { client, sent } = listener([]);
    await assert.rejects(client.events({ events: ['a,b'] }).next(), /`events` cannot contain "a,b"/);
    assert.equal(sent.length, 0);
  });

  it('closes a stream on which not even a heartbeat arrives, and resumes it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const ended: string[] = [];
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('id: evt_1\n\n')),
      cancel: () => void ended.push('silent from the middle'),
    });
    const { client, sent } = listener([new Response(body), null, new Response('data: {"id":"evt_2"}\n\n')]);
    const next = client.events().next();
    for (let i = 0; i < 4; i++) {
      await settled();
      t.mock.timers.tick(60_000);
    }
    assert.equal((await next).value?.id, 'evt_2');
    assert.deepEqual(
      sent.map(({ after }) => after),
      [null, 'evt_1', 'evt_1'],
    );
    assert.deepEqual(ended, ['silent from the middle']);
    assert.ok(sent[1]?.signal?.aborted);
  });
});
