import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOf, statesReplacement, typeOf } from './reason.js';

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
  assert.equal(typeOf('Rita come pesce', 'Rita non come pesce'), 'negation');
  assert.equal(typeOf('Рита ест рыбу', 'Рита не ест рыбу'), 'negation');
  assert.equal(typeOf('Ann lives in Berlin', 'Ann lives in Lisbon'), 'value_change');
  assert.equal(typeOf('lives in Berlin', 'Ann moved and no longer lives there'), 'negation');
  assert.equal(typeOf('Ida is on leave until May', 'Ida is back, mornings only, no Mondays'), 'value_change');
});

test('an ellipsis at the end of a quotation stays', () => {
  const reason = reasonOf({ gone: 'Tea, cake and so on...', at: 0 }, { said: 'Only cake.', at: 0 });
  assert.match(reason, /^“Tea, cake and so on...” .*“Only cake”/);
});

test('a statement replaces another if it says that something changed, not that something is switched off', () => {
  for (const text of ['We switched to Kafka.', 'Ann moved to Lisbon.', 'The meeting was moved.'])
    assert.ok(statesReplacement(text), text);
  assert.ok(!statesReplacement('The old queue is to be switched off in December.'));
});
