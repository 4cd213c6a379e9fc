import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { Governor } from './governor.js';

it('lets deliveries run at full speed if the load of the machine is unknown', async () => {
  let now = 1_000;
  mock.method(performance, 'now', () => now);
  mock.method(performance, 'eventLoopUtilization', () => ({ idle: 0, active: 0, utilization: 0 }));
  try {
    const governor = new Governor(
      () => ({ inFlight: 1, begun: 10 }),
      () => ({ idle: 0, all: 0 }), // as in a container or unit that hides /proc/stat
    );
    now += 1_000;
    const turns = Promise.all([governor.turn(), governor.turn(), governor.turn()]).then(() => 'at once');
    const later = new Promise((resolve) => setImmediate(() => resolve('later')));
    assert.equal(await Promise.race([turns, later]), 'at once');
  } finally {
    now += 60_000;
    mock.restoreAll();
  }
});
