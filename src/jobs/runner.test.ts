import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../test/support/clock.js';
import { forEachEngine } from '../../test/support/databases.js';
import { MINUTE, systemClock } from '../kernel/clock.js';
import { silentLog } from '../kernel/log.js';
import { JobRunner } from './runner.js';

forEachEngine('recurring jobs', (open) => {
  it('do not wait for a long-running one, which is aborted at a stop', async () => {
    const parts = { database: await open(), clock: systemClock, log: silentLog, nodeId: 'node' };
    let stopped = false;
    const long = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        begun();
        signal.addEventListener('abort', () => {
          stopped = true;
          resolve();
        });
      });
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let again = () => {};
    const isDoneAgain = new Promise<void>((resolve) => {
      again = resolve;
    });
    const short = async () => {
      await isBegun;
      again();
    };
    const runner = new JobRunner(parts, [
      { kind: 'long', everyMs: 0, aside: true, run: long },
      { kind: 'short', everyMs: 0, run: short },
    ]);
    runner.start();
    await isDoneAgain;
    assert.equal(stopped, false);
    await runner.stop();
    assert.equal(stopped, true);
  });

  it('are claimed only when they are due', async () => {
    const database = await open();
    const claimed: string[] = [];
    const watched = new Proxy(database, {
      get(target, name) {
        if (name !== 'system') return Reflect.get(target, name).bind?.(target) ?? Reflect.get(target, name);
        return (statement: { name: string }, input: { kind: string }) => {
          if (statement.name === 'jobs.claim') claimed.push(input.kind);
          return target.system(statement as never, input);
        };
      },
    });
    const clock = new TestClock();
    const ran: string[] = [];
    const job = (kind: string, everyMs: number) => ({ kind, everyMs, run: async () => ran.push(kind) });
    const jobs = [job('always', 0), job('each minute', MINUTE)];
    const runner = new JobRunner({ database: watched, clock, log: silentLog, nodeId: 'node' }, jobs);
    await runner.runDue();
    await runner.runDue();
    clock.advance(MINUTE);
    await runner.runDue();
    assert.deepEqual(ran, ['always', 'each minute', 'always', 'always', 'each minute']);
    assert.deepEqual(claimed, ran);
  });
});
