import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOf, typeOf } from './reason.js';

test('a reason quotes both statements with their dates, and shortens long ones', () => {
  const before = { gone: 'Ann lives in Berlin.', at: Date.UTC(2026, 4, 3) };
  const after = { said: `Ann moved to Lisbon ${'and so on '.repeat(40)}`, at: Date.UTC(2026, 5, 9) };
  const reason = reasonOf(before, after);
  assert.match(reason, /^“Ann lives in Berlin” \(3 May 2026\) → “Ann moved to Lisbon .*…” \(9 June 2026\)$/);
  assert.ok(reason.length < 350);
});

test('the type depends on what differs', () => {
  assert.equal(typeOf('The budget is 20k', 'The budget is 35k'), 'quantity');
  assert.equal(typeOf('The shop is open', 'The shop is not open'), 'negation');
  assert.equal(typeOf('Ann lives in Berlin', 'Ann lives in Lisbon'), 'value_change');
});
