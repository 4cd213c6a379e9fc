import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CountedScopes } from './counted-scopes.js';

const large = { memories: 10_000, average_length: 12 };

describe('counted scopes', () => {
  it('remembers a large scope for a while', () => {
    let now = 0;
    const counted = new CountedScopes(() => now);
    counted.remember('k', 'ada', large);
    now = 9_999;
    assert.deepEqual(counted.lately('k', 'ada'), large);
    now = 10_000;
    assert.equal(counted.lately('k', 'ada'), undefined);
  });

  it('remembers none longer than a minute', () => {
    let now = 0;
    const counted = new CountedScopes(() => now);
    counted.remember('k', 'ada', { memories: 5_000_000, average_length: 12 });
    now = 60_000;
    assert.equal(counted.lately('k', 'ada'), undefined);
  });

  it('does not remember a small scope, even one that was large', () => {
    const counted = new CountedScopes(() => 0);
    counted.remember('k', 'ada', large);
    counted.remember('k', 'ada', { memories: 4_999, average_length: 12 });
    assert.equal(counted.lately('k', 'ada'), undefined);
  });

  it('keeps keys and users apart', () => {
    const counted = new CountedScopes(() => 0);
    counted.remember('k', 'a/b', large);
    assert.equal(counted.lately('k', 'a'), undefined);
    assert.equal(counted.lately('l', 'a/b'), undefined);
    assert.deepEqual(counted.lately('k', 'a/b'), large);
  });

  it('holds a limited number', () => {
    const counted = new CountedScopes(() => 0);
    for (let i = 0; i <= 10_000; i++) counted.remember('k', `user-${i}`, large);
    assert.equal(counted.lately('k', 'user-0'), undefined);
    assert.deepEqual(counted.lately('k', 'user-1'), large);
  });
});
