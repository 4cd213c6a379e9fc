import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { POSTGRES_SKIPPED } from '../../test/support/databases.js';
import { campaign } from './campaign.js';

/** One attack per class; `npm run test:hostile` runs them all and measures latency. */
const SHORT = [
  'metadata filters over large metadata',
  'a body of empty entries',
  'arrays of MCP messages',
  'bodies that do not come',
  'the largest legal input of every operation',
];

describe('a free key that attacks', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`makes no call of another key fail (${engine})`, {
      skip: engine === 'postgres' && POSTGRES_SKIPPED,
    }, async () => {
      const plan = {
        engine,
        attacks: SHORT,
        attackMs: 2_000,
        quietMs: 500,
        scale: 1,
        together: true,
        env: { RECOLLECT_EMBEDDER: 'none' },
      };
      const results = await campaign(plan);
      assert.deepEqual(
        results.map(({ attack, failed }) => [attack, failed]),
        SHORT.map((attack) => [attack, 0]),
      );
      for (const { attack, statuses } of results) {
        const faults = Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503');
        assert.deepEqual(faults, [], attack);
      }
    });
  }
});
