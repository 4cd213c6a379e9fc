import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { POSTGRES_SKIPPED } from '../../test/support/databases.js';
import { eventRounds } from './rounds.js';

/** The short form of `npm run test:events`. */
const KILLS = 6;
const CHANGES = 300;

describe('events of a service that is killed while their receiver is down', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`all arrive, each with one id, in order per memory (${engine})`, {
      skip: engine === 'postgres' && POSTGRES_SKIPPED,
    }, async () => {
      const figures = await eventRounds(engine, KILLS, CHANGES);
      assert.ok(figures.acknowledged >= CHANGES && figures.recorded >= figures.acknowledged, JSON.stringify(figures));
      assert.deepEqual([figures.missing, figures.outOfOrder], [0, 0], JSON.stringify(figures));
      assert.equal(figures.arrived, figures.recorded);
    });
  }
});
