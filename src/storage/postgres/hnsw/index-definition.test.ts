import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIndex, describedScope, indexName, MAX_DIMENSIONS } from './index-definition.js';
import { initialDepth, nextDepth } from './search-depth.js';

const scope = { keyId: 'key_a', userId: 'user', model: 'model', dimensions: 384 };

describe('an index of a scope', () => {
  it('has a unique name that PostgreSQL does not truncate, whatever the scope is called', () => {
    const names = [
      scope,
      { ...scope, userId: 'u'.repeat(500) },
      { ...scope, keyId: 'key_a","user', userId: '' },
      { ...scope, dimensions: 385 },
    ].map(indexName);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z0-9_]{1,63}$/);
  });

  it('treats names from tenants as text, never as SQL', () => {
    const made = createIndex({ ...scope, userId: `x' or true; drop table memories; --`, model: 'a\\b' });
    assert.match(made, /user_id = 'x'' or true; drop table memories; --'/);
    assert.match(made, /model = {1,2}E'a\\\\b'/);
  });

  it('is rejected for an invalid number of dimensions', () => {
    assert.throws(() => createIndex({ ...scope, dimensions: MAX_DIMENSIONS + 1 }));
    assert.throws(() => createIndex({ ...scope, dimensions: 1.5 }));
  });

  it('is trusted about its scope only if its name is that of the scope', () => {
    assert.deepEqual(describedScope(indexName(scope), JSON.stringify(scope)), scope);
    assert.equal(describedScope(indexName({ ...scope, userId: 'other' }), JSON.stringify(scope)), null);
    assert.equal(describedScope(indexName(scope), null), null);
    assert.equal(describedScope(indexName(scope), 'a note of somebody'), null);
  });
});

describe('how deep a search looks', () => {
  it('starts with more than requested, and goes deeper only if that can be enough', () => {
    assert.ok(initialDepth(10) >= 20 && initialDepth(1_000) >= 2_000);
    assert.equal(nextDepth(200, 1, 100), null);
    const second = nextDepth(200, 60, 100);
    assert.ok(second !== null && second > 200);
    assert.equal(nextDepth(9_000, 60, 100), null);
  });
});
