import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as z from 'zod';
import { type AnyOperation, defineOperation, type Request } from '../features/request.js';
import { notFound, RecollectError } from '../kernel/errors.js';
import type { Scope } from '../kernel/operation.js';
import { fakeParts } from './http/fakes.test.kit.js';
import { Pipeline } from './pipeline.js';

const operationOf = (scope: Scope, handler: (request: Request) => Promise<unknown> = async () => ({})): AnyOperation =>
  defineOperation({
    ...{ id: 'op', method: 'POST', path: '/op/{id}', scope, group: 'g', summary: 's' },
    input: z.object({ a: z.number().optional() }),
    output: z.any(),
    handler,
  });
const arrival = (key: string) => ({ authorization: `Bearer ${key}`, address: '10.0.0.1', requestId: 'req_1' });

describe('who may call what', () => {
  const table: Record<Scope, string> = {
    none: 'rw ro wo admin issuer nobody',
    read: 'rw ro',
    write: 'rw wo',
    key: 'rw ro wo',
    admin: 'admin',
    issuer: 'admin issuer',
    admin_or_key: 'rw ro wo admin',
  };
  for (const [scope, admitted] of Object.entries(table)) {
    test(`an operation of scope ${scope} admits: ${admitted}`, async () => {
      const pipeline = new Pipeline(fakeParts().parts);
      for (const key of ['rw', 'ro', 'wo', 'admin', 'issuer', 'nobody']) {
        const call = pipeline.admit(operationOf(scope as Scope), arrival(key));
        if (admitted.split(' ').includes(key)) await call;
        else await assert.rejects(call, { status: key === 'nobody' ? 401 : 403 }, `${key} on ${scope}`);
      }
    });
  }

  test('an operator who asks for data gets an error that says to mint a key', async () => {
    const pipeline = new Pipeline(fakeParts().parts);
    await assert.rejects(pipeline.admit(operationOf('read'), arrival('admin')), /mint a key with POST \/auth\/keys/);
  });

  test('the error for a missing scope names the one it needs and those it has', async () => {
    const pipeline = new Pipeline(fakeParts().parts);
    await assert.rejects(
      pipeline.admit(operationOf('write'), arrival('ro')),
      /needs the scope `write`; this key has read/,
    );
  });
});

describe('a call', () => {
  test('is counted once with its route pattern, status, tokens and time', async () => {
    const { parts, counted } = fakeParts();
    const pipeline = new Pipeline(parts);
    const operation = operationOf('write', async (request) => {
      request.countTokens(2);
      request.countTokens(3);
      return {};
    });
    await pipeline.perform(operation, await pipeline.admit(operation, arrival('rw')), {});
    assert.equal(counted.length, 1);
    const { latencyMs, ...rest } = counted[0] ?? { latencyMs: -1 };
    assert.deepEqual(rest, { keyId: 'rw', route: 'POST /op/{id}', status: 200, tokens: 5 });
    assert.ok(latencyMs >= 0);
  });

  test('that fails is counted too, whichever step fails', async () => {
    const { parts, counted } = fakeParts(3);
    const pipeline = new Pipeline(parts);
    const failing = operationOf('write', () => Promise.reject(new Error('boom')));
    await assert.rejects(pipeline.admit(operationOf('admin'), arrival('rw')), { status: 403 });
    await assert.rejects(pipeline.perform(failing, await pipeline.admit(failing, arrival('rw')), { a: 'x' }), {
      status: 400,
    });
    await assert.rejects(pipeline.perform(failing, await pipeline.admit(failing, arrival('rw')), {}), /boom/);
    await assert.rejects(pipeline.admit(failing, arrival('rw')), { status: 429 });
    pipeline.abandon(failing, await pipeline.admit(failing, arrival('wo')), new Error('unreadable'));
    assert.deepEqual(
      counted.map((one) => one.status),
      [403, 400, 500, 429, 500],
    );
  });

  test('that is given up because its caller disconnected counts as 499, and a fault of the service still as a fault', async () => {
    const { parts, counted } = fakeParts();
    const pipeline = new Pipeline(parts);
    const gone = { ...arrival('rw'), signal: AbortSignal.abort() };
    for (const [error, from] of [
      [new RecollectError('unavailable', 'interrupted'), gone],
      [new RecollectError('unavailable', 'interrupted'), arrival('rw')],
      [new Error('boom'), gone],
    ] as const) {
      const failing = operationOf('write', () => Promise.reject(error));
      await assert.rejects(pipeline.perform(failing, await pipeline.admit(failing, from), {}));
    }
    assert.deepEqual(
      counted.map(({ status }) => status),
      [499, 503, 500],
    );
  });

  test('by an operator or an anonymous caller is not counted and has no data', async () => {
    const { parts, counted } = fakeParts();
    const pipeline = new Pipeline(parts);
    for (const scope of ['admin', 'none'] as const) {
      const operation = operationOf(scope, (request) => request.db.run({} as never, {}));
      const admitted = await pipeline.admit(operation, arrival('admin'));
      await assert.rejects(pipeline.perform(operation, admitted, {}), /no key and therefore no data/);
    }
    assert.equal(counted.length, 0);
  });

  test('that is refused still carries the rate-limit headers', async () => {
    const pipeline = new Pipeline(fakeParts(1).parts);
    for (const [scope, status] of [
      ['admin', 403],
      ['write', 429],
    ] as const) {
      const refused = await pipeline.admit(operationOf(scope), arrival('rw')).catch((error) => error);
      assert.deepEqual([refused.status, refused.headers['X-RateLimit-Remaining']], [status, '0']);
    }
  });

  test('can reach nothing in the database but the caller’s own data', async () => {
    const pipeline = new Pipeline(fakeParts().parts);
    let seen: Request | undefined;
    const operation = operationOf('key', async (request) => {
      seen = request;
      return {};
    });
    await pipeline.perform(operation, await pipeline.admit(operation, arrival('ro')), {});
    assert.equal(seen?.db.keyId, 'ro');
    for (const name of ['database', 'limiter', 'idempotency']) assert.equal(name in (seen ?? {}), false);
  });
});

describe('a repeated call with an `Idempotency-Key`', () => {
  test('gets the first response, whatever the order of the keys in its body', async () => {
    const pipeline = new Pipeline(fakeParts().parts);
    let calls = 0;
    const operation = operationOf('write', async () => ({ calls: ++calls }));
    const perform = async (input: unknown) =>
      pipeline.perform(operation, await pipeline.admit(operation, arrival('rw')), input, { idempotencyKey: 't' });
    const first = await perform({ a: 1, b: { c: 1, d: 2 } });
    const second = await perform({ b: { d: 2, c: 1 }, a: 1 });
    assert.deepEqual([first.body, second.body, calls], [{ calls: 1 }, { calls: 1 }, 1]);
    assert.equal(first.headers['Idempotent-Replayed'], undefined);
    assert.equal(second.headers['Idempotent-Replayed'], 'true');
  });

  test('gets the same error as the first', async () => {
    const { parts, counted } = fakeParts();
    const pipeline = new Pipeline(parts);
    const operation = operationOf('write', () => Promise.reject(notFound('gone')));
    const perform = async () =>
      pipeline.perform(operation, await pipeline.admit(operation, arrival('rw')), {}, { idempotencyKey: 't' });
    await assert.rejects(perform(), { status: 404 });
    const replay = await perform();
    assert.equal(replay.status, 404);
    assert.equal((replay.body as { error: { code: string } }).error.code, 'not_found');
    assert.deepEqual(
      counted.map((one) => one.status),
      [404, 404],
    );
  });
});
