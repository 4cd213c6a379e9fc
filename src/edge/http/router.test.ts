import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Router } from './router.js';

describe('a router', () => {
  const router = new Router<string>();
  const patterns = ['/', '/memory/{id}', '/memory/store', '/memory/{id}/links/{to}', '/memory/store/{kind}/x', '/a/b'];
  patterns.push('/pages', '/pages/{path*}', '/pages/fixed', '/pages/one/{id}');
  for (const pattern of patterns) router.add(pattern, pattern);
  const found = (url: string) => {
    const match = router.find(url);
    return match && [match.value, match.params];
  };

  test('prefers a fixed segment and takes any other as the parameter', () => {
    assert.deepEqual(found('/memory/store'), ['/memory/store', {}]);
    assert.deepEqual(found('/memory/stores'), ['/memory/{id}', { id: 'stores' }]);
    assert.deepEqual(found('/memory/m1/links/m2'), ['/memory/{id}/links/{to}', { id: 'm1', to: 'm2' }]);
  });

  test('falls back to a parameter if the fixed segment leads nowhere', () => {
    assert.deepEqual(found('/memory/store/links/m2'), ['/memory/{id}/links/{to}', { id: 'store', to: 'm2' }]);
    assert.deepEqual(found('/memory/store/odd/x'), ['/memory/store/{kind}/x', { kind: 'odd' }]);
  });

  test('matches the rest parameter last, decoded', () => {
    const rest = (path: string) => ['/pages/{path*}', { path }];
    assert.deepEqual(found('/pages'), ['/pages', {}]);
    assert.deepEqual(found('/pages/'), ['/pages', {}]);
    assert.deepEqual(found('/pages/fixed'), ['/pages/fixed', {}]);
    assert.deepEqual(found('/pages/one/x'), ['/pages/one/{id}', { id: 'x' }]);
    assert.deepEqual(found('/pages/one/x/y'), rest('one/x/y'));
    assert.deepEqual(found('/pages/fixed/more'), rest('fixed/more'));
    assert.deepEqual(found('/pages/..%2f..%2fetc'), rest('../../etc'));
    assert.deepEqual(found('/pages//x/'), rest('/x'));
  });

  test('ignores the query, a trailing slash and the origin that a proxy sends', () => {
    for (const url of ['/a/b', '/a/b/', '/a/b?x=/c', '/a/b/?x', '/a/b#c', 'http://host:1/a/b?x']) {
      assert.deepEqual(found(url), ['/a/b', {}], url);
    }
    for (const url of ['/', '', 'http://host', '/?x']) assert.deepEqual(found(url), ['/', {}], url);
  });

  test('matches nothing in the wrong place', () => {
    for (const url of ['/a', '/a/b/c', '/A/b', '//a/b', '/a//b', '/memory//links/x', '*', '/memory/', '/nowhere']) {
      assert.equal(found(url), undefined, url);
    }
  });

  test('does not mistake property names of objects for routes', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      assert.equal(found(`/${name}`), undefined);
      assert.deepEqual(found(`/memory/${name}`), ['/memory/{id}', { id: name }]);
    }
  });

  test('returns parameters decoded, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        fc.pre(id !== 'store');
        assert.deepEqual(found(`/memory/${encodeURIComponent(id)}`), ['/memory/{id}', { id }]);
      }),
    );
  });

  test('refuses invalid percent-encoding, and leaves lengths to the fields', () => {
    for (const url of ['/memory/%ff', '/memory/%', '/nowhere/%zz']) assert.throws(() => found(url), /percent-encoding/);
    const id = 'x'.repeat(20_000);
    assert.deepEqual(found(`/memory/${id}`), ['/memory/{id}', { id }]);
  });
});
