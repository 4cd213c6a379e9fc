import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { silentLog } from '../../kernel/log.js';
import type { Database } from '../../storage/database.js';
import { sweepExpired } from './sweep.js';

it('the sweep of expired memories goes on with the other keys if one fails', async () => {
  const left = new Map([
    ['broken', 3],
    ['sound', 2],
  ]);
  const database = {
    // As the statement does: the key that expired first hides the others until it is left out.
    system: async (_statement: unknown, { except }: { except: string[] }) =>
      [...left.keys()].filter((key) => !except.includes(key)).slice(0, 1),
    tenant: (key: string) => ({
      run: async () => {
        if (key === 'broken') throw new Error('broken');
        const deleted = left.get(key) ?? 0;
        left.delete(key);
        return { found: deleted, deleted };
      },
    }),
  } as unknown as Database;
  assert.equal(await sweepExpired({ database, clock: new TestClock(), log: silentLog }), 2);
  assert.deepEqual([...left.keys()], ['broken']);
});
