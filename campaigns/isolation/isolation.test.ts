import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { POSTGRES_SKIPPED } from '../../test/support/databases.js';
import { BUGS } from './planted.js';
import { FULL, SMALL } from './scopes.js';
import { campaignOn } from './start.js';

/** The short form of `npm run test:isolation`. */
const SEED = 1;
const CALLS = { sqlite: 1_500, postgres: 400 } as const;
/** A planted bug is caught long before this. */
const BUG_CALLS = 5_000;

describe('tenants that name each other’s data', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`learn nothing from responses, headers and counts, and the log contains no key, content or question (${engine})`, {
      skip: engine === 'postgres' && POSTGRES_SKIPPED,
    }, async (t) => {
      const figures = await campaignOn({ engine, shape: FULL, calls: CALLS[engine], seed: SEED });
      assert.deepEqual(figures.leaks, []);
      assert.equal(figures.scopes, 60);
      assert.ok(figures.operations > 40, `${figures.operations} operations were called`);
      assert.ok(figures.logLines > figures.calls, 'the log was there to be looked at');
      t.diagnostic(JSON.stringify(figures.timing));
    });
  }
});

describe('the isolation campaign catches', () => {
  for (const bug of BUGS) {
    it(bug, async (t) => {
      const options = { shape: SMALL, calls: BUG_CALLS, seed: SEED, untilFirst: true };
      const { leaks, calls } = await campaignOn({ engine: 'sqlite', bug, ...options });
      assert.ok(leaks.length > 0, 'nothing was noticed');
      t.diagnostic(`${leaks[0]?.operation} ${leaks[0]?.what}, after ${calls} calls`);
    });
  }
});
