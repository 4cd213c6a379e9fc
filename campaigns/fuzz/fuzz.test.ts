import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { POSTGRES_SKIPPED } from '../../test/support/databases.js';
import { fuzz } from './campaign.js';
import { sequences } from './sequences.js';

/** The short form of `npm run test:fuzz`. RECOLLECT_FUZZ_SEED sets a different seed. */
const SEED = Number(process.env.RECOLLECT_FUZZ_SEED ?? 1);
const SHARES = { sqlite: { requests: 2_000, against: 1_000 }, postgres: { requests: 500, against: 300 } } as const;

describe('whatever is sent to any operation', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const skip = engine === 'postgres' && POSTGRES_SKIPPED;
    it(`gets a declared response, and never a 5xx (${engine})`, { skip }, async (t) => {
      t.diagnostic(`seed ${SEED}`);
      const figures = await fuzz({ engine, requests: SHARES[engine].requests, seed: SEED });
      assert.deepEqual(figures.failures, []);
      assert.ok(figures.requests >= SHARES[engine].requests);
      assert.ok((figures.byStatus['201'] ?? 0) > 0.15 * figures.requests, 'much of it was valid');
    });
    it(`leaves the state that a simple model predicts (${engine})`, { skip }, async (t) => {
      const { failure, requests, runs } = await sequences({ engine, requests: SHARES[engine].against, seed: SEED });
      t.diagnostic(`${runs} sequences, ${requests} requests`);
      assert.equal(failure, null);
    });
  }
});
