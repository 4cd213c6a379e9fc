import assert from 'node:assert/strict';
import { it } from 'node:test';
import { POSTGRES_SKIPPED } from '../../test/support/databases.js';
import { rollingRestarts } from './rolling-restart.js';

/** The short form of `npm run test:nodes`. */
const ROUNDS = 1;

it('two nodes are restarted one after the other under load without a failed call', {
  skip: POSTGRES_SKIPPED,
}, async () => {
  const figures = await rollingRestarts(2, ROUNDS);
  assert.deepEqual(figures.failed, []);
  assert.equal(figures.restarts, 2 * ROUNDS);
  assert.ok(figures.calls > 100, `${figures.calls} calls were made`);
  assert.ok(
    figures.served.every((served) => served > 0),
    'both nodes served',
  );
});
