import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../../test/support/databases.js';
import { systemClock } from '../kernel/clock.js';
import { silentLog } from '../kernel/log.js';
import { JobRunner } from './runner.js';

forEachEngine('recurring jobs', (open) => {
  it('do not wait for one that goes on for long, which hears of a stop', async () => {
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
});
