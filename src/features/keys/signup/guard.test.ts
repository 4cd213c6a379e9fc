import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestClock } from '../../../../test/support/clock.js';
import { HOUR, MINUTE } from '../../../kernel/clock.js';
import { RecollectError } from '../../../kernel/errors.js';
import { clientOf } from './address.js';
import { SignupGuard } from './guard.js';

const refused = (code: string, retryAfter?: number) => (error: unknown) =>
  error instanceof RecollectError && error.code === code && error.retryAfter === retryAfter;

test('an address signs up as often as allowed in any hour, then gets the time to retry after', async () => {
  const clock = new TestClock();
  const guard = new SignupGuard({ perHour: 2, enabled: true, clock });
  await guard.take('192.0.2.1');
  clock.advance(20 * MINUTE);
  await guard.take('192.0.2.1');
  await assert.rejects(guard.take('192.0.2.1'), refused('rate_limited', 40 * 60));
  await guard.take('192.0.2.2');
  clock.advance(40 * MINUTE);
  await guard.take('192.0.2.1');
  await assert.rejects(guard.take('192.0.2.1'), refused('rate_limited', 20 * 60));
  clock.advance(HOUR);
  await guard.take('192.0.2.1');
});

test('a refused sign-up is not counted', async () => {
  const clock = new TestClock();
  const guard = new SignupGuard({ perHour: 1, enabled: true, clock });
  await guard.take('192.0.2.1');
  clock.advance(59 * MINUTE);
  await assert.rejects(guard.take('192.0.2.1'), refused('rate_limited', 60));
  clock.advance(MINUTE);
  await guard.take('192.0.2.1');
});

test('zero means no limit, and a closed sign-up returns `signup_closed`', async () => {
  const clock = new TestClock();
  const open = new SignupGuard({ perHour: 0, enabled: true, clock });
  for (let i = 0; i < 1_000; i++) await open.take('192.0.2.1');
  const closed = new SignupGuard({ perHour: 10, enabled: false, clock });
  await assert.rejects(closed.take('192.0.2.1'), refused('signup_closed'));
});

test('one IPv6 customer is one client, whichever of its addresses it uses', () => {
  assert.equal(clientOf('2001:db8:1:2:aaaa::1'), clientOf('2001:0DB8:1:2::7'));
  assert.equal(clientOf('2001:db8:1:2::'), '2001:db8:1:2::/64');
  assert.equal(clientOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(clientOf('::1'), '0:0:0:0::/64');
  assert.notEqual(clientOf('2001:db8:1:2::1'), clientOf('2001:db8:1:3::1'));
  assert.equal(clientOf('::ffff:192.0.2.1'), '192.0.2.1');
  assert.equal(clientOf('192.0.2.1'), '192.0.2.1');
});
