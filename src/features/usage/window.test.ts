import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecollectError } from '../../kernel/errors.js';
import { daysOf, windowOf } from './window.js';

const now = Date.UTC(2026, 2, 2, 15);

test('the window is the last days up to today unless `from` or `to` is given', () => {
  assert.deepEqual(windowOf({ days: 30 }, now), { from: '2026-02-01', to: '2026-03-02' });
  assert.deepEqual(windowOf({ days: 1 }, now), { from: '2026-03-02', to: '2026-03-02' });
  assert.deepEqual(windowOf({ days: 3, to: Date.UTC(2026, 0, 1, 23) }, now), { from: '2025-12-30', to: '2026-01-01' });
  assert.deepEqual(windowOf({ days: 3, from: Date.UTC(2026, 0, 1, 23) }, now), {
    from: '2026-01-01',
    to: '2026-03-02',
  });
});

test('a window has at most 365 days, and one that ends before it begins is refused', () => {
  assert.equal(daysOf(windowOf({ days: 365 }, now)).length, 365);
  const fails = (request: { from?: number; to?: number }, field: string) =>
    assert.throws(
      () => windowOf({ days: 30, ...request }, now),
      (error) => error instanceof RecollectError && error.status === 400 && error.message.startsWith(`\`${field}\``),
    );
  fails({ from: Date.UTC(2025, 2, 2) }, 'from');
  fails({ from: now + 86_400_000 }, 'from');
  fails({ from: -1 }, 'from');
  fails({ to: 8.64e15 }, 'to');
});
