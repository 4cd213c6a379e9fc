import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { Cancelling } from './cancelling.js';

test('a cancellation that fails is reported when the connection is released, not as an unhandled rejection', async () => {
  const failure = new Error('the pool cannot connect');
  const pool = { query: () => Promise.reject(failure) } as unknown as pg.Pool;
  const caller = new AbortController();
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const cancelling = new Cancelling(pool, { processID: 1 } as unknown as pg.PoolClient, caller.signal);
  caller.abort();
  await new Promise((resolve) => setImmediate(resolve)); // the read that was cancelled is still running
  process.off('unhandledRejection', note);
  assert.deepEqual(unhandled, []);
  await assert.rejects(cancelling.end(), failure);
});
