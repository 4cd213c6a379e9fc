import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { POSTGRES_SKIPPED } from '../../test/support/databases.js';
import { killRounds } from './kill-rounds.js';
import { failuresOf } from './ledger.js';

/** The short forms of `npm run test:kill` and `npm run test:stop`. */
const KILLS = 6;
const STOPS = 3;

for (const engine of ['sqlite', 'postgres'] as const) {
  const skip = engine === 'postgres' && POSTGRES_SKIPPED;

  describe(`a service under 32 writers (${engine})`, () => {
    it('that is killed loses nothing acknowledged, keeps no partial batch and recovers', { skip }, async () => {
      const figures = await killRounds(engine, KILLS, 'SIGKILL', () => {});
      assert.equal(figures.kills, KILLS);
      assert.ok(figures.acknowledged > KILLS * 32, 'the writers wrote');
      assert.ok(figures.batches > 0 && figures.events > 0 && figures.items > 0, 'everything was among it');
      assert.equal(failuresOf(figures), 0, JSON.stringify(figures));
    });

    it('that gets SIGTERM stores nothing unacknowledged and exits with 0', { skip }, async () => {
      const figures = await killRounds(engine, STOPS, 'SIGTERM', () => {});
      assert.ok(figures.acknowledged > STOPS * 32, 'the writers wrote');
      assert.equal(failuresOf(figures), 0, JSON.stringify(figures));
      assert.equal(figures.unacknowledged, 0, JSON.stringify(figures));
    });
  });
}
