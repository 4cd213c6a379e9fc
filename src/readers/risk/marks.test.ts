import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { couldHoldMarks, MARKS } from './marks.js';

test('the quick check passes every text that contains a mark', () => {
  for (const { pattern } of MARKS) {
    // The generated text matches as a whole, so its position does not matter.
    const anywhere = new RegExp(pattern.source.replaceAll('\\b', '').replace(/^\^/, ''));
    fc.assert(
      fc.property(fc.stringMatching(anywhere), (text) => couldHoldMarks(text)),
      { numRuns: 50 },
    );
  }
  assert.ok(!couldHoldMarks('Ann keeps two old bicycles in the shed.'));
});
