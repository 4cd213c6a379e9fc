import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { describe, mock, test } from 'node:test';
import * as z from 'zod';
import { defineOperation } from '../../../features/request.js';
import { RecollectError } from '../../../kernel/errors.js';
import { StreamResponse } from '../../../kernel/operation.js';
import { catalogue, Gate } from '../catalogue.test.kit.js';
import { RawClient } from '../raw-client.test.kit.js';
import { startServer } from '../server.test.kit.js';
import { Admission, Admissions, type Place } from './admission.js';

const here = () => false;
const noting = (order: string[], name: string) => (place: Place) => {
  order.push(name);
  return place;
};
const isShed = (error: unknown) => error instanceof RecollectError && error.status === 503 && error.retryAfter === 2;

describe('admission', () => {
  test('admits up to the limit, and the rest in order as places become free', async () => {
    const admission = new Admission({ inFlight: 2, waiting: 10, waitMs: 60_000 });
    const [a, b] = await Promise.all([admission.enter(here), admission.enter(here)]);
    const order: string[] = [];
    const third = admission.enter(here).then(noting(order, 'third'));
    const fourth = admission.enter(here).then(noting(order, 'fourth'));
    assert.deepEqual([admission.inFlight, admission.waiting], [2, 2]);
    a.leave();
    a.leave();
    (await third).leave();
    b.leave();
    (await fourth).leave();
    assert.deepEqual(order, ['third', 'fourth']);
    assert.deepEqual([admission.inFlight, admission.waiting, admission.shed], [0, 0, 0]);
  });

  test('refuses at once if the queue is full, and refuses waiting calls at their deadline', async () => {
    const admission = new Admission({ inFlight: 1, waiting: 2, waitMs: 20 });
    const first = await admission.enter(here);
    const waiting = [admission.enter(here), admission.enter(here)];
    await assert.rejects(admission.enter(here), isShed);
    for (const one of waiting) await assert.rejects(one, isShed);
    assert.deepEqual([admission.waiting, admission.shed], [0, 3]);
    first.leave();
    (await admission.enter(here)).leave();
  });

  test('queues no more than will get their turn, once it knows the pace', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let now = 0;
    const clock = mock.method(performance, 'now', () => now);
    try {
      const admission = new Admission({ inFlight: 1, waiting: 100, waitMs: 3_000 });
      let place = await admission.enter(here);
      const entered: Promise<Place>[] = [];
      const come = () => {
        const coming = admission.enter(here);
        coming.catch(() => {});
        entered.push(coming);
      };
      for (let i = 0; i < 100; i++) come();
      assert.equal(admission.isFull(), true, 'all hundred may wait while nothing is known');
      // Two per second.
      for (let i = 0; i < 4; i++) {
        now += 500;
        place.leave();
        place = await (entered.shift() as Promise<Place>);
      }
      assert.equal(admission.waiting, 96);
      await assert.rejects(admission.enter(here), isShed);
      // Earlier calls keep waiting; once they are through, six may wait: as many as three seconds admit.
      for (; admission.waiting > 5; now += 500) {
        place.leave();
        place = await (entered.shift() as Promise<Place>);
      }
      come();
      assert.equal(admission.isFull(), true);
      place.leave();
      for (const coming of entered) (await coming).leave();
      assert.deepEqual([admission.inFlight, admission.waiting], [0, 0]);
    } finally {
      clock.mock.restore();
      mock.timers.reset();
    }
  });

  test('skips a client that has disconnected', async () => {
    const admission = new Admission({ inFlight: 1, waiting: 2, waitMs: 60_000 });
    const first = await admission.enter(here);
    const gone = admission.enter(() => true);
    const next = admission.enter(here);
    first.leave();
    await assert.rejects(gone, isShed);
    (await next).leave();
  });

  test('lends the place of a slow client to others, and readmits it before those that wait', async () => {
    const admission = new Admission({ inFlight: 1, waiting: 3, waitMs: 60_000 });
    const slow = await admission.enter(here);
    let arrived = () => {};
    const order: string[] = [];
    const body = slow.aside(
      new Promise<void>((resolve) => {
        arrived = resolve;
      }),
    );
    const back = body.then(() => order.push('slow'));
    const other = await admission.enter(here);
    const last = admission.enter(here).then(noting(order, 'last'));
    arrived();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(admission.inFlight, 1);
    other.leave();
    await back;
    slow.leave();
    (await last).leave();
    assert.deepEqual(order, ['slow', 'last']);
    assert.equal(admission.inFlight, 0);
  });

  test('limits a flow to its share, and admits waiting flows in turn', async () => {
    const admission = new Admission({ inFlight: 4, perFlow: 2, waiting: 20, waitMs: 60_000 });
    const greedy = await Promise.all([admission.enter(here, 'greedy'), admission.enter(here, 'greedy')]);
    const order: string[] = [];
    const waiting = ['g1', 'g2', 'g3'].map((name) => admission.enter(here, 'greedy').then(noting(order, name)));
    const others = await Promise.all([admission.enter(here, 'a'), admission.enter(here, 'b')]);
    assert.deepEqual([admission.inFlight, admission.waiting], [4, 3]);
    const late = admission.enter(here, 'c').then(noting(order, 'c'));
    for (const place of [...greedy, ...others]) place.leave();
    for (const one of [...waiting, late]) (await one).leave();
    assert.deepEqual(order.slice(0, 2), ['g1', 'c']);
    assert.equal(admission.inFlight, 0);
  });

  test('refuses the newest call of the flow that has the most waiting', async () => {
    const admission = new Admission({ inFlight: 1, waiting: 4, waitMs: 60_000 });
    const first = await admission.enter(here, 'greedy');
    const greedy = [1, 2, 3, 4].map(() => admission.enter(here, 'greedy'));
    await assert.rejects(admission.enter(here, 'greedy'), isShed);
    const modest = admission.enter(here, 'modest');
    await assert.rejects(greedy[3] as Promise<Place>, isShed);
    first.leave();
    (await (greedy[0] as Promise<Place>)).leave();
    (await modest).leave();
    for (const one of greedy.slice(1, 3)) (await one).leave();
  });

  test('delays the next call of a flow that used a lot of shared time, and no other', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let now = 0;
    const clock = mock.method(performance, 'now', () => now);
    try {
      const admission = new Admission({ inFlight: 4, waiting: 20, waitMs: 60_000 });
      const place = await admission.enter(here, 'heavy');
      place.charge(2_000);
      place.leave();
      let begun = false;
      const next = admission.enter(here, 'heavy').then((entered) => {
        begun = true;
        return entered;
      });
      (await admission.enter(here, 'light')).leave();
      assert.equal(begun, false);
      now = 1_900;
      mock.timers.tick(1_900);
      (await next).leave();
    } finally {
      clock.mock.restore();
      mock.timers.reset();
    }
  });

  test('limits a flow of long calls to one in flight per two cores, but only while others call', async () => {
    let now = 0;
    const clock = mock.method(performance, 'now', () => now);
    try {
      const admission = new Admission({ inFlight: 100, perFlow: 25, waiting: 100, waitMs: 60_000 });
      const begun = async (flow: string, count: number) => {
        let places = 0;
        const all = Array.from({ length: count }, async () => {
          const place = await admission.enter(here, flow);
          places++;
          return place;
        });
        await new Promise((resolve) => setImmediate(resolve));
        return { places, end: () => Promise.all(all.map(async (one) => (await one).leave())) };
      };
      const first = await begun('a', 8);
      assert.equal(first.places, 8, 'nothing is known of it');
      now += 4_000;
      await first.end();
      const alone = await begun('a', 8);
      assert.equal(alone.places, 8, 'nobody else calls');
      now += 4_000;
      await alone.end();
      (await admission.enter(here, 'b')).leave();
      const beside = await begun('a', 8);
      assert.equal(beside.places, Math.min(8, Math.max(1, Math.floor(availableParallelism() / 2))));
      const other = await begun('b', 8);
      assert.equal(other.places, 8, 'another flow is not held up');
      await other.end();
      await beside.end();
    } finally {
      clock.mock.restore();
    }
  });

  test('admits everybody if there is no limit', async () => {
    const admission = new Admission({ inFlight: 0, waiting: 0, waitMs: 0 });
    await Promise.all(Array.from({ length: 2_000 }, () => admission.enter(here)));
    assert.equal(admission.inFlight, 2_000);
  });
});

describe('a server with one place and no queue', async () => {
  const admission = { inFlight: 1, waiting: 0, waitMs: 60_000 };
  const flow = new Gate();
  const gate = new Gate();
  const declared = { group: 'Test', summary: 'Test', output: z.any(), input: z.object({}) };
  const operations = [
    ...catalogue(gate),
    defineOperation({
      ...{ ...declared, id: 'health', method: 'GET', path: '/health', scope: 'none' },
      handler: async () => ({ well: true }),
    }),
    defineOperation({
      ...{ ...declared, id: 'flow', method: 'GET', path: '/flow', scope: 'none' },
      handler: async () =>
        new StreamResponse(
          'text/plain',
          (async function* () {
            yield 'begun';
            await flow.opened;
          })(),
        ),
    }),
  ];
  const admissions = new Admissions(admission);
  const { call, port } = await startServer({ admissions, operations });

  test('returns 503 with Retry-After, and still serves health checks and operators', async () => {
    const busy = new RawClient(port).send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await gate.reached;
    const shed = await call('POST', '/things', { key: 'rw', json: { user_id: 'u', content: 'c' } });
    assert.deepEqual([shed.status, shed.body.error.code], [503, 'overloaded']);
    assert.equal(shed.headers.get('retry-after'), '2');
    assert.equal((await call('GET', '/health')).status, 200);
    assert.equal((await call('POST', '/mint', { key: 'admin' })).status, 201);
    assert.equal(admissions.figures.shed, 1);
    gate.open();
    await busy.until('"done":true');
    busy.socket.destroy();
    assert.equal((await call('GET', '/things', { key: 'ro' })).status, 200);
    assert.equal(admissions.figures.inFlight, 0);
  });

  test('is not held up by a streamed response', async () => {
    const client = new RawClient(port).send('GET /flow HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.until('begun');
    assert.equal((await call('GET', '/things', { key: 'ro' })).status, 200);
    flow.open();
    client.socket.destroy();
  });

  test('is not held up for long by a body that does not arrive', async () => {
    const head = 'POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer rw\r\nContent-Length: 100\r\n\r\n{';
    const client = new RawClient(port).send(head);
    let status = 0;
    for (let i = 0; i < 500 && status !== 200; i++) {
      status = (await call('GET', '/things', { key: 'ro' })).status;
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.equal(status, 200);
    client.socket.destroy();
  });
});

test('a client that retries at once after a refusal is read after the others, and then served', async () => {
  const gate = new Gate();
  const admission = { inFlight: 1, waiting: 0, waitMs: 60_000 };
  const admissions = new Admissions(admission);
  const { port } = await startServer({ admissions, operations: catalogue(gate) });
  const things = 'GET /things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ro\r\n\r\n';
  const busy = new RawClient(port).send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await gate.reached;
  const impatient = new RawClient(port).send(things);
  await impatient.until('"overloaded"');
  await new Promise((resolve) => setImmediate(resolve));
  impatient.send(things);
  const other = new RawClient(port).send(things);
  await other.until('"overloaded"');
  assert.equal(admissions.figures.shed, 2, 'the second call of the impatient one was not read');
  gate.open();
  await busy.until('"done":true');
  await impatient.until('200 OK');
  assert.equal(admissions.figures.shed, 2);
  for (const client of [busy, impatient, other]) client.socket.destroy();
});
