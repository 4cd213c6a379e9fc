import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestClock } from '../../../../test/support/clock.js';
import { databaseUnavailable } from '../../../kernel/errors.js';
import type { Database } from '../../../storage/database.js';
import type { CountedRetrievals } from '../sql/retrieval.js';
import { RetrievalCounter } from './retrieval-counter.js';

/** A store that records what it is given, and can be unavailable for one key. */
function notingStore() {
  const written: (CountedRetrievals & { keyId: string })[] = [];
  const store = { failsFor: '', written };
  const tenant = (keyId: string) => ({
    keyId,
    run: async (_: unknown, input: CountedRetrievals) => {
      if (store.failsFor === keyId) throw databaseUnavailable('stopped');
      written.push({ keyId, ...input });
    },
  });
  return { ...store, database: { tenant } as unknown as Database, store };
}
const made = (at: number) => ({ userId: 'ann', agentId: null, at, abstained: false });

test('a failed write loses nothing, and does not keep other keys waiting', async () => {
  const { database, store, written } = notingStore();
  const counter = new RetrievalCounter({ database, clock: new TestClock() });
  counter.add('a', ['m1', 'm2'], made(1));
  counter.add('b', ['m3'], made(2));
  store.failsFor = 'a';
  await assert.rejects(counter.flush(), /stopped/);
  assert.deepEqual(
    written.map(({ keyId }) => keyId),
    ['b'],
  );
  counter.add('a', ['m1'], made(3));
  store.failsFor = '';
  await counter.close();
  const last = written.at(-1);
  assert.deepEqual(last?.counts, [
    ['m1', 2],
    ['m2', 1],
  ]);
  assert.deepEqual(
    last?.retrievals.map(({ at }) => at),
    [1, 3],
  );
});

test('many retrievals are written in batches', async () => {
  const { database, written } = notingStore();
  const counter = new RetrievalCounter({ database, clock: new TestClock() });
  for (let i = 0; i < 450; i++) counter.add('a', ['m1'], made(i));
  await counter.close();
  assert.deepEqual(
    written.map(({ counts, retrievals }) => [counts.length, retrievals.length]),
    [
      [1, 200],
      [0, 200],
      [0, 50],
    ],
  );
});
