import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runHistory } from './run-history.js';

const HISTORIES = 5;
const STEPS = 150;

describe('what is erased', () => {
  it('is in no file of the data folder once it is scrubbed, whatever was written before', async () => {
    let before = 0;
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const { left, remnants, scrubbedAt } = await runHistory(seed, STEPS);
      assert.deepEqual(left, {}, `seed ${seed}`);
      assert.equal(typeof scrubbedAt, 'number');
      before += remnants;
    }
    assert.ok(before > 0, 'without the scrub something would have been left');
  });
});
