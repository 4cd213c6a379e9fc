import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { forEachEngine } from '../../../test/support/databases.js';
import { DAY, MINUTE } from '../../kernel/clock.js';
import { RecollectError } from '../../kernel/errors.js';
import { type IdSource, randomText } from '../../kernel/ids.js';
import type { Database } from '../../storage/database.js';
import { Idempotency, type RepeatableRequest } from './idempotency.js';
import { hashOf } from './seal.js';
import { claimRequest, sweepQuotes } from './store.js';

const refused =
  (code: string, words = /./) =>
  (error: unknown) =>
    error instanceof RecollectError && error.code === code && words.test(error.message);

forEachEngine('idempotency', (open) => {
  let database: Database;
  before(async () => {
    database = await open();
  });
  const start = (over: Partial<RepeatableRequest> = {}) => {
    const clock = new TestClock();
    const node = (nodeId: string) => new Idempotency({ database, clock, nodeId });
    const request = {
      ...{ keyId: 'rec_pk_1', token: randomText(20), operation: 'POST /memory/store', bodyHash: 'b', credential: 'c' },
      ...over,
    };
    const made: string[] = [];
    const work = async (ids: IdSource) => {
      made.push(ids.next('mem_'));
      await database.ping();
      return { status: 201, body: { id: made.at(-1), n: made.length } };
    };
    return { clock, node, request, made, work };
  };

  test('20 concurrent calls over two nodes do the work once, and all get its response', async () => {
    const { node, request, made, work } = start();
    const nodes = [node('one'), node('two')];
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (nodes[i % 2] as Idempotency).run(request, work)),
    );
    assert.equal(made.length, 1);
    assert.equal(responses.filter((response) => !response.replayed).length, 1);
    for (const response of responses) assert.deepEqual([response.status, response.body], [201, { id: made[0], n: 1 }]);
  });

  test('another body under the same token is a conflict; another operation, key or token is not', async () => {
    const { node, request, made, work } = start();
    const one = node('one');
    await one.run(request, work);
    await assert.rejects(one.run({ ...request, bodyHash: 'x' }, work), refused('conflict', /another body/));
    await one.run({ ...request, operation: 'POST /memory/batch' }, work);
    await one.run({ ...request, keyId: 'rec_pk_2' }, work);
    await one.run({ ...request, token: `${request.token}!` }, work);
    assert.equal(new Set(made).size, 4);
  });

  test('a 404 is replayed like any other response', async () => {
    const { node, request } = start();
    const one = node('one');
    const response = { status: 404, body: { error: { status: 404, message: 'no' } } };
    assert.deepEqual(await one.run(request, async () => response), { ...response, replayed: false });
    assert.deepEqual(await one.run(request, () => assert.fail('done again')), { ...response, replayed: true });
  });

  test('what failed is done again with the same ids, or with another body', async () => {
    for (const fail of [async () => ({ status: 503, body: null }), () => Promise.reject(new Error('died'))]) {
      const { clock, node, request, made, work } = start();
      const failing = async (ids: IdSource) => {
        made.push(ids.next('mem_'));
        return fail();
      };
      await node('one')
        .run(request, failing)
        .catch(() => {});
      clock.advance(1_000);
      assert.equal((await node('one').run(request, work)).replayed, false);
      assert.equal(made[0], made[1]);
    }
    const { node, request, work } = start();
    await assert.rejects(
      node('one').run(request, () => Promise.reject(new Error('died'))),
      /died/,
    );
    assert.equal((await node('one').run({ ...request, bodyHash: 'x' }, work)).replayed, false);
  });

  test('temporary refusals (401, 403, 429) are not stored', async () => {
    for (const status of [401, 403, 429]) {
      const { node, request, work } = start();
      await node('one').run(request, async () => ({ status, body: null }));
      assert.equal((await node('one').run(request, work)).status, 201);
    }
  });

  test('what a dead node began is taken over when its lease ends, with ids of the first attempt', async () => {
    const { clock, node, request, made, work } = start();
    const now = clock.now();
    const claim = {
      ...{
        keyId: request.keyId,
        token: hashOf(request.operation, request.token),
        userId: null,
        owner: 'a dead node',
        now,
      },
      ...{ bodyHash: hashOf(request.token, request.bodyHash), leaseUntil: now + MINUTE, forgottenSince: now - DAY },
    };
    assert.equal((await database.system(claimRequest, claim)).outcome, 'mine');
    clock.advance(MINUTE - 1);
    let polls = 0;
    const watched = {
      system: async (...given: Parameters<Database['system']>) => {
        polls++;
        return database.system(...given);
      },
    };
    const two = new Idempotency({ database: watched as unknown as Database, clock, nodeId: 'two' });
    const waiting = two.run(request, work);
    while (polls < 3) await database.ping();
    assert.equal(made.length, 0, 'the lease still holds');
    clock.advance(1);
    assert.equal((await waiting).replayed, false);
    const alike = start({ token: request.token, keyId: 'another' });
    await alike.node('one').run(alike.request, alike.work);
    const time = (id = '') => id.slice('mem_'.length, 'mem_'.length + 10);
    assert.equal(time(made[0]), time(alike.made[0]), 'ids carry the time of the first try');
    await assert.rejects(node('one').run({ ...request, bodyHash: 'x' }, work), refused('conflict'));
  });

  test('after a day the token is free again, and the sweep deletes what is older', async () => {
    const { clock, node, request, made, work } = start();
    await node('one').run(request, work);
    clock.advance(DAY - 1);
    assert.equal((await node('one').run(request, work)).replayed, true);
    clock.advance(1);
    assert.equal((await node('one').run({ ...request, bodyHash: 'x' }, work)).replayed, false);
    assert.notEqual(made[0], made[1]);
    clock.advance(DAY);
    assert.ok((await node('one').sweep()) >= 1);
    assert.equal(await node('one').sweep(), 0);
  });

  test('work whose response is stored under a replaced credential is done again, with the same ids', async () => {
    const { node, request, made, work } = start();
    await node('one').run(request, work);
    assert.equal((await node('one').run({ ...request, credential: 'new' }, work)).replayed, false);
    assert.equal(made[0], made[1]);
    assert.equal((await node('one').run({ ...request, credential: 'new' }, work)).replayed, true);
  });

  test('an empty or overlong token is refused, and for a sign-up also a short one', async () => {
    const { node, request, work } = start();
    const run = (over: Partial<RepeatableRequest>) => node('one').run({ ...request, ...over }, work);
    for (const token of ['', 'x'.repeat(256)]) {
      await assert.rejects(run({ token }), refused('invalid_request', /Idempotency-Key/));
    }
    const signup = { keyId: 'signup:192.0.2.1', operation: 'POST /signup', credential: '' };
    await assert.rejects(run({ ...signup, token: 'fifteen letters' }), refused('invalid_request', /16 to 255/));
    assert.equal((await run(signup)).replayed, false);
    assert.equal((await run(signup)).replayed, true);
    assert.equal((await run({ ...signup, keyId: 'signup:192.0.2.2' })).replayed, false);
  });

  test('a response is not kept if a memory whose text it holds is forgotten before it is stored', async () => {
    const { node, request, made } = start();
    const work = async () => {
      made.push('done');
      return { status: 201, body: { id: 'mem_gone', content: 'A secret.' } };
    };
    assert.equal((await node('one').run(request, work)).status, 201);
    await assert.rejects(node('one').run(request, work), refused('conflict', /forgotten/));
    assert.equal(made.length, 1);
  });

  test('what a response quotes is swept with it', async () => {
    const { clock, node, request } = start();
    const summary = {
      status: 200,
      body: { id: 'ep_1', summary: 'They met.', summary_memory_id: 'mem_1', user_id: 'ann' },
    };
    await node('one').run(request, async () => summary);
    clock.advance(DAY);
    await node('one').sweep();
    assert.equal(await database.system(sweepQuotes, { before: clock.now(), limit: 10 }), 0);
  });
});
