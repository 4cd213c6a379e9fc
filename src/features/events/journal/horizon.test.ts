import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Horizon } from './horizon.js';

describe('the horizon of the journal', () => {
  it('is the end of the journal if no line can appear late', () => {
    const horizon = new Horizon();
    assert.equal(horizon.see({ last: 7, floor: 0, oldest: 0, next: 0, prepared: [] }), 7);
    assert.equal(horizon.see({ last: 9, floor: 0, oldest: 0, next: 0, prepared: [] }), 9);
    assert.equal(horizon.complete, true);
  });

  it('waits for every transaction that was open when a line was seen', () => {
    const horizon = new Horizon();
    assert.equal(horizon.see({ last: 5, floor: 0, oldest: 100, next: 100, prepared: [] }), 5, 'nothing was open');
    assert.equal(horizon.see({ last: 11, floor: 0, oldest: 100, next: 103, prepared: [] }), 5, '10 may still come');
    assert.equal(horizon.complete, false);
    assert.equal(horizon.see({ last: 15, floor: 0, oldest: 102, next: 110, prepared: [] }), 5);
    assert.equal(
      horizon.see({ last: 15, floor: 0, oldest: 105, next: 120, prepared: [] }),
      11,
      'all below 103 have ended',
    );
    assert.equal(horizon.see({ last: 15, floor: 0, oldest: 120, next: 120, prepared: [] }), 15);
    assert.equal(horizon.complete, true);
  });

  it('waits for transactions that a worker of a cluster still held prepared, and for none prepared later', () => {
    const horizon = new Horizon();
    const sight = { floor: 0, oldest: 100, next: 100 };
    assert.equal(horizon.see({ ...sight, last: 5, prepared: ['a', 'b'] }), 0);
    assert.equal(horizon.see({ ...sight, last: 8, prepared: ['b', 'c'] }), 0);
    assert.equal(horizon.complete, false);
    assert.equal(horizon.see({ ...sight, last: 8, prepared: ['c', 'd'] }), 5, 'a and b have ended');
    assert.equal(horizon.see({ ...sight, last: 8, prepared: ['d'] }), 8, 'd came after 8 was seen');
    assert.equal(horizon.complete, true);
  });
});
