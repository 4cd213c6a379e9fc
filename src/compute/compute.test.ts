import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { silentLog } from '../kernel/log.js';
import { ComputeThread, ComputeThreads } from './compute.js';
import { type Counted, count, fail, grow, parts } from './compute-tasks.test.kit.js';
import { defineTask } from './task.js';

const LARGE = { units: Number.POSITIVE_INFINITY };

describe('the compute thread', () => {
  const compute = new ComputeThread(new URL('./compute-tasks.test.kit.js', import.meta.url), silentLog, { heapMb: 64 });
  after(() => compute.close());

  it('runs tasks and returns their errors, in the thread and inline', async () => {
    const threads = new ComputeThreads(new URL('./compute-tasks.test.kit.js', import.meta.url), silentLog);
    for (const units of [0, 50_000, Number.POSITIVE_INFINITY]) {
      assert.equal((await threads.run(count, 3, { flow: 'a', units })).value, 3);
      await assert.rejects(threads.run(fail, 'a reason', { flow: 'a', units }), { code: 'invalid_request' });
    }
    await threads.close();
  });

  it('does small work before it returns: callers that work in time slices see how long it takes', async () => {
    const threads = new ComputeThreads(new URL('./compute-tasks.test.kit.js', import.meta.url), silentLog);
    let done = false;
    const task = defineTask('test.small', function* () {
      done = true;
      yield 1;
      return 'result';
    });
    const result = threads.run(task, null, { flow: 'a', units: 1 });
    assert.equal(done, true);
    assert.equal(await result, 'result');
  });

  it('lets the flows take turns, so that a small task does not wait for a large one of another flow', async () => {
    const large = [1, 2, 3].map(() => compute.run(count, 400, { flow: 'greedy', ...LARGE }));
    const small = compute.run(count, 2, { flow: 'modest', ...LARGE });
    const first = await Promise.race([...large, small]);
    assert.equal(first.value, 2);
    const ended = (await Promise.all(large)).map((one: Counted) => one.value);
    assert.deepEqual(ended, [400, 400, 400]);
  });

  it('delivers a large result in parts, in order', async () => {
    const taken: number[] = [];
    const onPart = (part: number) => taken.push(part);
    assert.equal(await compute.run(parts, 5, { flow: 'a', ...LARGE, onPart: onPart as (part: never) => void }), 'done');
    assert.deepEqual(taken, [0, 1, 2, 3, 4]);
  });

  it('cancels work when its caller disconnects', async () => {
    const gone = new AbortController();
    const endless = compute.run(count, Number.POSITIVE_INFINITY, { flow: 'a', ...LARGE, signal: gone.signal });
    gone.abort(new Error('gone'));
    await assert.rejects(endless, /gone/);
    assert.equal((await compute.run(count, 1, { flow: 'a', ...LARGE })).value, 1);
  });

  it('survives a task that takes more memory than there is', async () => {
    await assert.rejects(compute.run(grow, null, { flow: 'a', ...LARGE }), { code: 'overloaded' });
    assert.equal((await compute.run(count, 1, { flow: 'a', ...LARGE })).value, 1);
  });
});
