import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { TestClock } from '../../../../test/support/clock.js';
import { onBothEngines, type TestOptions, type TestService } from '../../../../test/support/service.js';
import { verifyWebhook, WebhookError } from '../../../client/verify-webhook.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../../kernel/clock.js';
import type { HeldScope } from '../../holdings.js';
import { subscriptionsHolding } from '../holding.js';
import { LOOPBACK, type Receiver, receiversOfFile, withTenant } from './receiver.test.kit.js';

const newReceiver = receiversOfFile();

interface DeliveryPage {
  deliveries: { attempts: number; error: string | null }[];
  next_cursor: string | null;
}

/** The calls that one key makes in these tests. */
function deskOf(service: TestService, key: string) {
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  return {
    call,
    subscribe: async (body: object) => {
      const response = await call('POST', '/memory/subscribe', body);
      assert.equal(response.status, 201, JSON.stringify(response.body));
      return response.body;
    },
    store: async (content: string, more: object = {}): Promise<string> =>
      (await call('POST', '/memory/store', { user_id: 'ann', content, ...more })).body.id,
    subscription: async (id: string) => (await call('GET', `/memory/subscriptions/${id}`)).body,
    deliveries: async (id: string, status = '') =>
      (await call('GET', `/memory/subscriptions/${id}/deliveries${status && `?status=${status}`}`)).body.deliveries,
  };
}

onBothEngines('webhooks', (start) => {
  async function open(options: TestOptions = {}) {
    const clock = new TestClock();
    const service = await start({ clock, background: false, env: LOOPBACK, ...options });
    const { key, id: keyId } = await service.mint();
    return { clock, service, key, keyId, desk: deskOf(service, key), due: () => service.jobs.runDue() };
  }

  it('deliver each requested event once, with a signature that the official library verifies', async () => {
    const { service, desk, due, clock } = await open();
    const receiver = await newReceiver();
    await desk.store('Before anybody listens');
    const { secret, id, ...made } = await desk.subscribe({
      url: receiver.url,
      events: ['memory.stored', 'memory.forgotten'],
    });
    assert.match(secret, /^whsec_/);
    assert.deepEqual([made.status, made.state, made.url], ['subscribed', 'active', receiver.url]);
    const memory = await desk.store('Ann takes the tram');
    await desk.call('POST', '/memory/feedback', { memory_id: memory, outcome: 'success' });
    await desk.call('DELETE', `/memory/forget?id=${memory}`);
    await due();
    await due();
    assert.deepEqual(
      receiver.events.map(({ type, data }) => [type, data.user_id, data.agent_id, data.memory_id]),
      [
        ['memory.stored', 'ann', 'default', memory],
        ['memory.forgotten', 'ann', 'default', memory],
      ],
    );
    for (const { raw, headers, event } of receiver.received) {
      assert.equal(headers['webhook-id'], event.id);
      assert.ok(!raw.includes('tram'), 'no contents unless asked for');
      // The official library checks the time by the clock of this machine, so here only its signature is compared.
      const official = new Webhook(secret);
      const sentAt = new Date(Number(headers['webhook-timestamp']) * SECOND);
      assert.equal(sentAt.getTime(), clock.now());
      assert.equal(official.sign(event.id, sentAt, raw), headers['webhook-signature']);
      assert.deepEqual(await verifyWebhook(raw, headers, secret, { now: clock.now() }), event);
      await assert.rejects(verifyWebhook(`${raw} `, headers, secret, { now: clock.now() }), WebhookError);
      await assert.rejects(verifyWebhook(raw, headers, secret, { now: clock.now() + HOUR }), /too old/);
    }
    assert.equal((await desk.subscription(id)).delivered, 2);
    assert.ok(!JSON.stringify(await desk.subscription(id)).includes('whsec_'));
    const log = await desk.deliveries(id);
    assert.deepEqual(
      log.map((one: { status: string; answer_status: number }) => [one.status, one.answer_status]),
      [
        ['delivered', 204],
        ['delivered', 204],
      ],
    );
    const metrics = await service.call('GET', '/metrics');
    assert.match(metrics.body, /recollect_event_attempts_total\{outcome="delivered"\} 2/);
    assert.match(metrics.body, /recollect_jobs\{kind="deliver",state="asleep"\} 1/);
  });

  it('are verified by the official library as received, at the current time', async () => {
    const service = await start({ env: LOOPBACK, background: false });
    const desk = deskOf(service, (await service.mint()).key);
    const receiver = await newReceiver();
    const { secret } = await desk.subscribe({ url: receiver.url });
    await desk.store('Right now');
    await service.jobs.runDue();
    const [{ raw, headers, event } = assert.fail('nothing came')] = receiver.received;
    const verified = new Webhook(secret).verify(raw, headers as Record<string, string>);
    assert.deepEqual(verified, event);
    assert.throws(() => new Webhook(secret).verify(`${raw} `, headers as Record<string, string>));
  });

  it('deliver no failed writes and no internal events, and filter by user and agent', async () => {
    const { desk, due } = await open();
    const [all, anns, agents] = [await newReceiver(), await newReceiver(), await newReceiver()];
    await desk.subscribe({ url: all.url, events: ['*'] });
    await desk.subscribe({ webhook_url: anns.url, user_id: 'ann' });
    await desk.subscribe({ url: agents.url, agent_id: 'two' });
    await desk.store('One', { agent_id: 'one' });
    await desk.store('Two', { agent_id: 'two', user_id: 'bob' });
    assert.equal((await desk.call('PATCH', '/memory/mem_none', { importance: 1 })).status, 404);
    await due();
    const users = (receiver: Receiver) => receiver.events.map((event) => event.data.user_id);
    assert.deepEqual([users(all), users(anns), users(agents)], [['ann', 'bob'], ['ann'], ['bob']]);
    const ids = new Set([...all.events, ...anns.events, ...agents.events].map((event) => event.id));
    assert.equal(ids.size, 2, 'an event has one id, whoever it is told');
  });

  it('include contents on request, as they are when sent', async () => {
    const { desk, due } = await open();
    const receiver = await newReceiver();
    await desk.subscribe({ url: receiver.url, include_content: true });
    const kept = await desk.store('Ann takes the tram');
    const gone = await desk.store('Ann has a secret');
    await desk.call('PATCH', `/memory/${kept}`, { content: 'Ann takes the bus' });
    await desk.call('DELETE', `/memory/forget?id=${gone}`);
    await due();
    assert.deepEqual(
      receiver.events.map((event) => event.data.memory?.content ?? null),
      ['Ann takes the bus', null],
    );
  });

  it('are retried with growing pauses for 24 hours, then given up, and can be replayed', async () => {
    const { desk, due, clock } = await open();
    const receiver = await newReceiver();
    const { id } = await desk.subscribe({ url: receiver.url });
    receiver.respondsWith(500, {}, 'The disk is full');
    await desk.store('Ann takes the tram');
    const began = clock.now();
    const pauses: number[] = [];
    for (let last = began; clock.now() - began <= DAY + MINUTE; clock.advance(SECOND)) {
      const before = receiver.received.length;
      if (before > 0) {
        const [waiting] = await desk.deliveries(id, 'pending');
        if (!waiting) break;
        clock.set(waiting.next_attempt_at);
      }
      await due();
      assert.equal(receiver.received.length, before + 1);
      if (before > 0) pauses.push(clock.now() - last);
      last = clock.now();
    }
    assert.ok(pauses.length >= 8 && pauses.length <= 16, String(pauses));
    assert.ok((pauses[0] ?? 0) >= 4 * SECOND && (pauses[0] ?? 0) <= 6 * SECOND, 'soon at first');
    assert.ok((pauses[6] ?? 0) > 10 * (pauses[2] ?? 0), 'later more patiently');
    assert.equal(new Set(receiver.events.map((event) => event.id)).size, 1);
    const [dead] = await desk.deliveries(id, 'dead');
    assert.deepEqual([dead.answer_status, dead.answer, dead.event.type], [500, 'The disk is full', 'memory.stored']);
    assert.equal((await desk.subscription(id)).dead, 1);

    receiver.well();
    await desk.store('Ann takes the bus');
    await due();
    assert.equal(receiver.received.length, pauses.length + 2, 'what was given up holds nothing up');
    const replayed = await desk.call('POST', `/memory/subscriptions/${id}/replay`, {});
    assert.deepEqual(replayed.body, { replayed: 1 });
    await due();
    assert.equal(receiver.events.at(-1).id, dead.event.id);
    assert.deepEqual((await desk.call('POST', `/memory/subscriptions/${id}/replay`, {})).body, { replayed: 0 });
  });

  it('that wait for a retry are sent at once when replayed by id', async () => {
    const { desk, due, clock } = await open();
    const receiver = await newReceiver();
    const { id } = await desk.subscribe({ url: receiver.url });
    receiver.respondsWith(500);
    await desk.store('Ann takes the tram');
    await due();
    const [waiting] = await desk.deliveries(id, 'pending');
    assert.ok(waiting.next_attempt_at > clock.now());
    const replay = async (body: object) =>
      (await desk.call('POST', `/memory/subscriptions/${id}/replay`, body)).body.replayed;
    assert.equal(await replay({}), 0, 'nothing was given up');
    assert.equal(await replay({ event_ids: ['msg_unknown'] }), 0);
    receiver.well();
    assert.equal(await replay({ event_ids: [waiting.event.id] }), 1);
    await due();
    assert.deepEqual(
      receiver.events.map((event) => event.id),
      [waiting.event.id, waiting.event.id],
    );
    assert.equal((await desk.deliveries(id, 'delivered')).length, 1);
    assert.equal(await replay({ event_ids: [waiting.event.id] }), 0, 'it has arrived');
  });

  it('keep the order per user, and an event that fails holds up only its own user', async () => {
    const { desk, due, clock } = await open();
    const receiver = await newReceiver();
    const { id } = await desk.subscribe({ url: receiver.url });
    let refused = '';
    receiver.behaviour = ({ event }, response) =>
      response.writeHead(event.data.user_id === 'bob' && event.data.memory_id === refused ? 500 : 200).end();
    refused = await desk.store('Bob 1', { user_id: 'bob' });
    const order: Record<string, string[]> = { ann: [], bob: [refused], cleo: [] };
    for (let i = 2; i < 12; i++)
      for (const user_id of ['ann', 'bob', 'cleo'])
        order[user_id]?.push(await desk.store(`${user_id} ${i}`, { user_id }));
    await due();
    const arrived = (user: string) =>
      receiver.events
        .filter(({ data }) => data.user_id === user && data.memory_id !== refused)
        .map(({ data }) => data.memory_id);
    assert.deepEqual([arrived('ann'), arrived('bob'), arrived('cleo')], [order.ann, [], order.cleo]);
    assert.equal((await desk.subscription(id)).pending, 11);
    assert.equal((await desk.subscription(id)).retry_at, null);
    refused = '';
    clock.advance(10 * SECOND);
    await due();
    assert.deepEqual([...new Set(arrived('bob'))], order.bob);
    assert.equal((await desk.subscription(id)).pending, 0);
  });

  it('pause while a receiver is unavailable, and resume where they stopped when it is back', async () => {
    const { desk, due, clock } = await open();
    const receiver = await newReceiver();
    const { id } = await desk.subscribe({ url: receiver.url });
    await receiver.stop();
    const stored: string[] = [];
    for (let i = 0; i < 300; i += 100) {
      const memories = Array.from({ length: 100 }, (_, n) => ({
        user_id: `user ${n % 20}`,
        content: `Number ${i + n}`,
      }));
      stored.push(...(await desk.call('POST', '/memory/batch', { memories })).body.ids);
    }
    await due();
    const down = await desk.subscription(id);
    assert.ok(down.retry_at > clock.now(), 'it is left alone for a while');
    assert.equal(down.failing_since, clock.now());
    for (let i = 0; i < 60; i++) {
      clock.advance(MINUTE);
      await due();
    }
    const errors: (string | null)[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/memory/subscriptions/${id}/deliveries?limit=100${cursor && `&cursor=${cursor}`}`;
      const { body }: { body: DeliveryPage } = await desk.call('GET', path);
      errors.push(...body.deliveries.filter(({ attempts }) => attempts > 0).map(({ error }) => error));
      cursor = body.next_cursor;
    }
    assert.ok(errors.length > 0);
    for (const error of errors) assert.match(error ?? '', /ECONNREFUSED/);
    await receiver.start();
    clock.advance(6 * MINUTE);
    await due();
    assert.equal(receiver.received.length, 300);
    assert.equal(new Set(receiver.events.map((event) => event.id)).size, 300);
    for (let user = 0; user < 20; user++) {
      const arrived = receiver.events
        .filter(({ data }) => data.user_id === `user ${user}`)
        .map(({ data }) => data.memory_id);
      assert.deepEqual(
        arrived,
        stored.filter((_, i) => i % 20 === user),
      );
    }
    assert.deepEqual([(await desk.subscription(id)).failing_since, (await desk.subscription(id)).pending], [null, 0]);
  });

  it('respect Retry-After, follow no redirects, and are disabled by a 410', async () => {
    const { desk, due, clock } = await open();
    const [busy, moved, gone, target] = [
      await newReceiver(),
      await newReceiver(),
      await newReceiver(),
      await newReceiver(),
    ];
    busy.respondsWith(429, { 'retry-after': '600' });
    moved.respondsWith(302, { location: target.url });
    gone.respondsWith(410);
    const ids = [];
    for (const { url } of [busy, moved, gone]) ids.push((await desk.subscribe({ url })).id);
    await desk.store('One');
    await desk.store('Two');
    await due();
    clock.advance(9 * MINUTE);
    await due();
    assert.equal(busy.received.length, 1, 'not before the time that it named');
    clock.advance(MINUTE);
    busy.well();
    await due();
    assert.equal(busy.received.length, 3);
    assert.equal(target.received.length, 0);
    const [waiting] = (await desk.deliveries(ids[1], 'pending')).slice(-1);
    assert.deepEqual([waiting.answer_status, waiting.error], [302, 'redirects are not followed']);
    const off = await desk.subscription(ids[2]);
    assert.deepEqual([off.state, off.reason, gone.received.length], ['disabled', 'The receiver returned 410 Gone.', 1]);
    gone.well();
    const on = await desk.call('PATCH', `/memory/subscriptions/${ids[2]}`, { state: 'active' });
    assert.deepEqual([on.body.state, on.body.reason], ['active', null]);
    await due();
    assert.deepEqual([gone.received.length, (await desk.subscription(ids[2])).pending], [3, 0]);
  });

  it('are disabled when nothing was delivered for five days', async () => {
    const { desk, due, clock } = await open();
    const receiver = await newReceiver();
    receiver.respondsWith(500);
    const { id } = await desk.subscribe({ url: receiver.url });
    for (let i = 0; i < 6 * 4; i++) {
      await desk.store(`Quarter of a day ${i}`);
      await due();
      clock.advance(6 * HOUR);
    }
    const { state, reason } = await desk.subscription(id);
    assert.deepEqual([state, reason], ['disabled', 'Nothing arrived for 5 days.']);
    const before = receiver.received.length;
    await due();
    assert.equal(receiver.received.length, before);
  });

  it('do not wait for receivers that are slow', async () => {
    const { service, desk } = await open();
    const [slow, fast] = [await newReceiver(), await newReceiver()];
    const held: (() => void)[] = [];
    slow.behaviour = (_received, response) => held.push(() => response.writeHead(200).end());
    await desk.subscribe({ url: slow.url });
    await desk.subscribe({ url: fast.url });
    for (let i = 0; i < 20; i++) await desk.store(`Number ${i}`, { user_id: `user ${i}` });
    const running = service.jobs.runDue();
    await Promise.all([fast.has(20), slow.has(8)]);
    assert.equal(slow.received.length, 8, 'one that does not respond gets no more at once');
    slow.well();
    for (const release of held) release();
    await running;
    assert.equal(slow.received.length, 20);
  });

  it('can be paused and resumed without losing anything', async () => {
    const { desk, due } = await open();
    const receiver = await newReceiver();
    const { id } = await desk.subscribe({ url: receiver.url });
    assert.equal((await desk.call('PATCH', `/memory/subscriptions/${id}`, { state: 'paused' })).body.state, 'paused');
    await desk.store('While it sleeps');
    await due();
    assert.equal(receiver.received.length, 0);
    await desk.call('PATCH', `/memory/subscriptions/${id}`, { state: 'active' });
    await due();
    assert.equal(receiver.received.length, 1);
  });

  it('sign with both secrets for a while after a rotation', async () => {
    const { desk, due, clock } = await open();
    const receiver = await newReceiver();
    const own = 'a secret of my own choice';
    const { id, secret: old } = await desk.subscribe({ url: receiver.url, secret: own });
    assert.equal(old, `whsec_${Buffer.from(own).toString('base64')}`);
    const rotated = await desk.call('POST', `/memory/subscriptions/${id}/rotate`, { grace_seconds: 3_600 });
    const { secret: fresh, previous_secret_until } = rotated.body;
    assert.equal(previous_secret_until, clock.now() + HOUR);
    await desk.store('One');
    await due();
    clock.advance(HOUR);
    await desk.store('Two');
    await due();
    const [both, one] = receiver.received;
    const accepts = (received: typeof both, secret: string, now: number) =>
      verifyWebhook(received?.raw ?? '', received?.headers ?? {}, secret, { now }).then(
        () => true,
        () => false,
      );
    const before = clock.now() - HOUR;
    assert.deepEqual([await accepts(both, old, before), await accepts(both, fresh, before)], [true, true]);
    assert.deepEqual([await accepts(one, old, clock.now()), await accepts(one, fresh, clock.now())], [false, true]);
  });

  it('can be tried with a test event', async () => {
    const { desk } = await open();
    const receiver = await newReceiver();
    const { id, secret } = await desk.subscribe({ url: receiver.url });
    receiver.respondsWith(202, {}, 'x'.repeat(100_000));
    const { status, body } = await desk.call('POST', `/memory/subscriptions/${id}/test`);
    assert.deepEqual([status, body.delivered, body.status, body.answer.length], [200, true, 202, 1_000]);
    const [{ raw, headers, event } = assert.fail('nothing came')] = receiver.received;
    assert.equal(event.type, 'webhook.test');
    assert.ok(await verifyWebhook(raw, headers, secret, { now: Number(headers['webhook-timestamp']) * SECOND }));
    await receiver.stop();
    const failed = (await desk.call('POST', `/memory/subscriptions/${id}/test`)).body;
    assert.deepEqual([failed.delivered, failed.status], [false, null]);
    assert.match(failed.error, /ECONNREFUSED/);
  });

  it('are no longer delivered once their key is revoked, and are erased with their user', async () => {
    const { service, keyId, key, desk, due, clock } = await open();
    const receiver = await newReceiver();
    receiver.respondsWith(500);
    const kept = await desk.subscribe({ url: receiver.url, events: ['*'] });
    await desk.subscribe({ url: receiver.url, user_id: 'ann' });
    await desk.store('Ann takes the tram');
    await desk.store('Bob takes the bus', { user_id: 'bob' });
    await due();
    const erase = (scope: HeldScope) => withTenant(service.place, keyId, (tx) => subscriptionsHolding.erase(tx, scope));
    const pages = await withTenant(service.place, keyId, (tx) =>
      subscriptionsHolding.page(tx, { userId: 'ann' }, '', 10),
    );
    assert.deepEqual(
      pages.map((one) => [one.user_id, 'secret' in one]),
      [['ann', false]],
    );
    assert.equal(await erase({ userId: 'nobody' }), 0);
    assert.equal(await erase({ userId: 'ann' }), 2, 'a subscription, and a delivery of the other one');
    const left = (await desk.call('GET', '/memory/subscriptions')).body;
    assert.deepEqual([left.count, left.subscriptions[0].id, left.subscriptions[0].pending], [1, kept.id, 1]);
    const before = receiver.received.length;
    await service.call('DELETE', `/auth/keys/${keyId}`, { key });
    clock.advance(MINUTE);
    await due();
    assert.equal(receiver.received.length, before);
  });
});
