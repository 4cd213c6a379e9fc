import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { TestClock } from '../../../../test/support/clock.js';
import { SECOND } from '../../../kernel/clock.js';
import type { StreamRequest } from './source.js';
import { OpenStream } from './streams.js';

const request = { db: { keyId: 'k' }, session: null } as StreamRequest;

test('a heartbeat is sent although changes keep coming that the filter excludes', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let reads = 0;
  const source = {
    greeting: () => 'hello',
    heartbeat: () => 'still here',
    next: async () => ({ text: '', more: ++reads % 3 === 0 }),
  };
  const stream = new OpenStream(request, source, new TestClock(), () => {});
  assert.equal((await stream.next()).value, 'hello');
  const sent: string[] = [];
  void stream.next().then(({ value }) => sent.push(value));
  for (let second = 0; second < 15; second++) {
    stream.wake();
    await setImmediate();
    assert.deepEqual(sent, []);
    t.mock.timers.tick(SECOND);
  }
  await setImmediate();
  assert.deepEqual(sent, ['still here']);
  assert.ok(reads >= 15);
  stream.end();
});
