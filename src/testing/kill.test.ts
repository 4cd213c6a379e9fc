import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { POSTGRES_SKIPPED } from './databases.js';
import { killRounds } from './kill-rounds.js';

/** The short form of `npm run test:kill`. */
const KILLS = 8;

describe('a killed service', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`has lost nothing it acknowledged and holds no half batch (${engine})`, {
      skip: engine === 'postgres' && POSTGRES_SKIPPED,
    }, async () => {
      const figures = await killRounds(engine, KILLS, () => {});
      assert.equal(figures.kills, KILLS);
      assert.ok(figures.acknowledged > KILLS, 'the writers wrote');
      assert.ok(figures.batches > 0, 'batches were among it');
      assert.equal(figures.lost, 0);
      assert.equal(figures.partialBatches, 0);
    });
  }
});
