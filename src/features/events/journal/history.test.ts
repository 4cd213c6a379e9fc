import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../../test/support/service.js';
import { readEarlier } from '../sql/journal.js';
import { Listener } from '../stream/listener.test.kit.js';

onBothEngines('the history of events', (start) => {
  async function open() {
    const service = await start();
    const { key, id: keyId } = await service.mint();
    const store = async (content: string, more: object = {}): Promise<string> =>
      (await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, ...more } })).body.id;
    const history = async (query: Record<string, string | number | boolean> = {}) =>
      (await service.call('GET', '/memory/events/history', { key, query })).body;
    return { service, key, keyId, store, history };
  }
  interface Event {
    id: string;
    type: string;
    data: { memory_id?: string; user_id: string; memory?: { content: string } | null };
  }
  const idsOf = (events: Event[]) => events.map(({ data }) => data.memory_id);

  it('is listed newest first, in pages, and the stream continues after it', async () => {
    const { service, key, store, history } = await open();
    const stored: string[] = [];
    for (let i = 0; i < 7; i++) stored.push(await store(`Number ${i}`));
    const first = await history({ limit: 3 });
    assert.deepEqual([first.count, idsOf(first.events)], [3, stored.slice(4).reverse()]);
    stored.push(await store('Meanwhile'));
    const second = await history({ limit: 3, cursor: first.next_cursor });
    const third = await history({ limit: 3, cursor: second.next_cursor });
    assert.deepEqual(idsOf([...second.events, ...third.events]), stored.slice(0, 4).reverse());
    assert.deepEqual([third.next_cursor, second.last_event_id], [null, first.last_event_id]);
    const listener = await new Listener().open(service.url, key, { query: { last_event_id: first.last_event_id } });
    await listener.until(() => listener.events.length >= 1);
    assert.deepEqual(
      listener.events.map(({ data }) => data.memory_id),
      [stored[7]],
    );
    assert.deepEqual((await history({ limit: 1 })).events[0], listener.events[0], 'an event is the same in both');
    listener.leave();
  });

  it('is filtered like the stream, and includes contents on request', async () => {
    const { service, key, store, history } = await open();
    const one = await store('Ann keeps bees');
    const two = await store('Bob rides a bicycle', { user_id: 'bob', agent_id: 'desk' });
    await service.call('DELETE', `/memory/forget?id=${one}`, { key });
    assert.deepEqual(idsOf((await history({ user_id: 'bob' })).events), [two]);
    assert.deepEqual(idsOf((await history({ agent_id: 'desk' })).events), [two]);
    assert.deepEqual(
      (await history()).events.map(({ type }: Event) => type),
      ['memory.forgotten', 'memory.stored', 'memory.stored'],
    );
    const deleted = (await history({ events: 'memory.deleted' })).events;
    assert.deepEqual([deleted[0].type, idsOf(deleted)], ['memory.deleted', [one]]);
    const listed = (await history({ events: 'memory.stored', include_content: true })).events;
    assert.deepEqual(
      listed.map(({ data }: Event) => data.memory?.content ?? null),
      ['Bob rides a bicycle', null],
      'what is gone is listed as gone',
    );
    assert.ok(!('memory' in (await history()).events[0].data));
  });

  it('is hidden from other keys and from child keys, and its cursors fit only the same key and filter', async () => {
    const { service, key, store, history } = await open();
    await store('One');
    await store('Two');
    const other = await service.mint();
    const { next_cursor } = await history({ limit: 1 });
    const asked = (as: string, query: Record<string, string> = {}) =>
      service.call('GET', '/memory/events/history', { key: as, query });
    assert.deepEqual((await asked(other.key)).body.events, []);
    assert.equal((await asked(other.key, { cursor: next_cursor })).status, 400);
    assert.equal((await asked(key, { cursor: next_cursor, user_id: 'ann' })).status, 400, 'of another filter');
    const child = await service.call('POST', '/keys/children', { key, body: { name: 'phone', user_id: 'ann' } });
    assert.equal((await asked(child.body.key)).status, 403);
    const wrong = await asked(key, { events: 'memory.invented' });
    assert.deepEqual([wrong.status, /events/.test(wrong.body.error.message)], [400, true]);
    assert.equal((await asked(key, { limit: '201' })).status, 400);
  });

  it('scans a limited number of lines and returns where to continue', async () => {
    const { service, keyId, store } = await open();
    const rare = await store('Rare', { user_id: 'zoe' });
    for (let i = 0; i < 6; i++) await store(`Number ${i}`);
    const db = service.database.tenant(keyId);
    const filter = { kinds: ['memory.stored'], userId: 'zoe', agentId: null };
    const found: (string | null)[] = [];
    let before: number | null = Number.MAX_SAFE_INTEGER;
    let calls = 0;
    for (; before !== null; calls++) {
      const page: { lines: { subject: string | null }[]; next: number | null } = await db.run(readEarlier, {
        ...{ filter, before, limit: 2, most: 3 },
      });
      found.push(...page.lines.map(({ subject }) => subject));
      before = page.next;
    }
    assert.deepEqual(found, [rare]);
    assert.ok(calls >= 3, `${calls} calls`);
  });
});
