import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { POSTGRES_SKIPPED } from '../databases.js';
import { campaign } from './campaign.js';
import { GUARDS } from './guards.js';
import { without } from './planted.js';

/** One of each class; `npm run test:hostile` has them all and looks at how long calls take. */
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

/** Guards whose absence shows in what is returned, not in how long it takes. */
const SHOWN: Record<string, RegExp> = {
  'the number of metadata filters': /no call met invalid_request/,
  'the limit of bytes': /no call met storage_exceeded/,
  'the check of Host and Origin': /foreign origin was served/,
  'the check of what a model is handed': /was handed instructions/,
};
const QUICK = { attackMs: 1_500, quietMs: 200, scale: 1 };
const NO_MODEL = { RECOLLECT_EMBEDDER: 'none' };

describe('the campaign', () => {
  const guards = GUARDS.filter(({ name }) => name in SHOWN);

  it('has nothing to say of promises while every guard is there', async () => {
    const attacks = guards.map(({ attack }) => attack);
    const results = await campaign({ ...QUICK, engine: 'sqlite', attacks, env: NO_MODEL });
    assert.equal(results.length, Object.keys(SHOWN).length);
    for (const { attack, broken } of results) assert.deepEqual(broken, [], attack);
  });

  for (const guard of guards) {
    it(`notices that ${guard.name} is taken out`, async () => {
      const noticed = await without(guard, 'sqlite', QUICK, NO_MODEL);
      assert.match(noticed.join('; '), SHOWN[guard.name] as RegExp);
    });
  }
});
