import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Horizon } from './horizon.js';

describe('the horizon of the journal', () => {
  it('is the end where nothing comes late', () => {
    const horizon = new Horizon();
    assert.equal(horizon.see({ last: 7, floor: 0, oldest: 0, next: 0 }), 7);
    assert.equal(horizon.see({ last: 9, floor: 0, oldest: 0, next: 0 }), 9);
    assert.equal(horizon.complete, true);
  });

  it('waits for every transaction that was open when a line was seen', () => {
    const horizon = new Horizon();
    assert.equal(horizon.see({ last: 5, floor: 0, oldest: 100, next: 100 }), 5, 'nothing was open');
    assert.equal(horizon.see({ last: 11, floor: 0, oldest: 100, next: 103 }), 5, '10 may still come');
    assert.equal(horizon.complete, false);
    assert.equal(horizon.see({ last: 15, floor: 0, oldest: 102, next: 110 }), 5);
    assert.equal(horizon.see({ last: 15, floor: 0, oldest: 105, next: 120 }), 11, 'all below 103 have ended');
    assert.equal(horizon.see({ last: 15, floor: 0, oldest: 120, next: 120 }), 15);
    assert.equal(horizon.complete, true);
  });
});
