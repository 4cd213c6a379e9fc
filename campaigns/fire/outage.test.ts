import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { POSTGRES_SKIPPED } from '../../test/support/databases.js';
import { failuresOf } from './ledger.js';
import { type Outage, outageRounds } from './outage-rounds.js';
import { NO_CLUSTER } from './postgres-cluster.js';

/** The short form of `npm run test:kill-postgres` and `npm run test:outages`. */
const OUTAGES: Outage[] = ['kill', 'kill a backend', 'stopped', 'frozen'];
const OUTAGE_MS = 2_000;

describe('a service whose PostgreSQL becomes unavailable', () => {
  it('returns 503 meanwhile, loses nothing acknowledged and recovers by itself', {
    skip: NO_CLUSTER || POSTGRES_SKIPPED,
  }, async () => {
    const figures = await outageRounds(OUTAGES, OUTAGE_MS, () => {});
    assert.equal(figures.outages, OUTAGES.length);
    assert.ok(figures.acknowledged > 100 && figures.events > 0, 'the writers wrote');
    assert.ok(figures.refused > 0, 'the store was missed');
    assert.equal(failuresOf(figures), 0, JSON.stringify(figures));
  });
});
