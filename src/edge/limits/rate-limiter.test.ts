import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { MINUTE, SECOND } from '../../kernel/clock.js';
import { headers } from './rate-limit.js';
import { RateLimiter } from './rate-limiter.js';

test("a key can spend a minute's requests at once, and then only as fast as they refill", () => {
  const clock = new TestClock();
  const limiter = new RateLimiter({ clock });
  for (let i = 1; i <= 1_200; i++) {
    const result = limiter.take('a', 'free');
    assert.ok(result?.allowed);
    assert.equal(result.remaining, 1_200 - i);
  }
  const refused = limiter.take('a', 'free');
  assert.deepEqual(refused, { allowed: false, limit: 1_200, remaining: 0, resetSeconds: 60, retryAfter: 1 });
  clock.advance(SECOND);
  for (let i = 0; i < 20; i++) assert.ok(limiter.take('a', 'free')?.allowed);
  assert.ok(!limiter.take('a', 'free')?.allowed);
  assert.ok(limiter.take('b', 'free')?.allowed, 'another key has a bucket of its own');
});

test('the tier sets the limit, an override replaces it, and zero lifts it', () => {
  const clock = new TestClock();
  assert.equal(new RateLimiter({ clock }).take('a', 'pro')?.limit, 12_000);
  const slow = new RateLimiter({ clock, perMinute: 2 });
  assert.deepEqual(
    [1, 2, 3].map(() => slow.take('a', 'pro')?.allowed),
    [true, true, false],
  );
  assert.equal(slow.take('a', 'pro')?.retryAfter, 30);
  assert.equal(new RateLimiter({ clock, perMinute: 0 }).take('a', 'free'), null);
});

test("a refused request costs nothing, and the bucket never holds more than a minute's requests", () => {
  const clock = new TestClock();
  const limiter = new RateLimiter({ clock, perMinute: 6 });
  for (let i = 0; i < 20; i++) limiter.take('a', 'free');
  clock.advance(10 * SECOND);
  assert.ok(limiter.take('a', 'free')?.allowed);
  clock.advance(60 * MINUTE);
  assert.equal(limiter.take('a', 'free')?.remaining, 5);
});

test('a clock that steps back neither adds nor removes requests', () => {
  const clock = new TestClock();
  const limiter = new RateLimiter({ clock, perMinute: 3 });
  limiter.take('a', 'free');
  clock.advance(-MINUTE);
  assert.equal(limiter.take('a', 'free')?.remaining, 1);
});

test('a busy key keeps its count', () => {
  const clock = new TestClock();
  const limiter = new RateLimiter({ clock, perMinute: 10 });
  clock.advance(59 * SECOND);
  for (let i = 0; i < 10; i++) limiter.take('busy', 'free');
  clock.advance(SECOND);
  assert.ok(!limiter.take('busy', 'free')?.allowed);
});

test('the headers state the policy and what is left of it', () => {
  const limiter = new RateLimiter({ clock: new TestClock() });
  const result = limiter.take('a', 'free');
  assert.ok(result);
  assert.deepEqual(headers(result), {
    'RateLimit-Policy': '"default";q=1200;w=60',
    RateLimit: '"default";r=1199;t=1',
    'X-RateLimit-Limit': '1200',
    'X-RateLimit-Remaining': '1199',
    'X-RateLimit-Reset': '1',
  });
});
