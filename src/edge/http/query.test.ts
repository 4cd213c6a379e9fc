import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as z from 'zod';
import { metadata, pageLimit, tags, text, time } from '../../kernel/fields.js';
import { queryReader } from './query.js';

const schema = z.object({
  user_id: text(1, 50).optional(),
  q: text(1, 50),
  limit: pageLimit(10, 100),
  min_score: z.number().optional(),
  deep: z.boolean().nullable().default(false),
  tags: tags.optional(),
  ids: z.array(z.number()).optional(),
  since: time.optional(),
  mode: z.union([z.boolean(), z.enum(['auto'])]).optional(),
  level: z.literal([1, 2]).optional(),
  wrapped: z.preprocess((value) => value, z.number()).optional(),
  metadata: metadata.optional(),
});
const reader = queryReader(schema);
function read(query: string) {
  const input: Record<string, unknown> = {};
  reader(`/x${query}`, input);
  return input;
}

describe('a query string', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['', {}],
    ['?', {}],
    ['?&&', {}],
    ['?q=a+b%20c%26', { q: 'a b c&' }],
    ['?q=5', { q: '5' }],
    ['?q', {}],
    ['?q=a=b', { q: 'a=b' }],
    ['?limit=5&min_score=-0.5', { limit: 5, min_score: -0.5 }],
    ['?min_score=1e-3', { min_score: 0.001 }],
    ['?limit=abc', { limit: 'abc' }],
    ['?limit=&tags=&deep', {}],
    ['?metadata.lang=', { metadata: { lang: '' } }],
    ['?user_id=', { user_id: '' }],
    ['?limit=0x10', { limit: '0x10' }],
    ['?limit=Infinity', { limit: 'Infinity' }],
    ['?deep=true', { deep: true }],
    ['?deep=0', { deep: false }],
    ['?deep=yes', { deep: 'yes' }],
    ['?tags=a,b&tags=c', { tags: ['a', 'b', 'c'] }],
    ['?tags=a%2Cb', { tags: ['a', 'b'] }],
    ['?ids=1,2', { ids: [1, 2] }],
    ['?since=1700000000000', { since: '1700000000000' }],
    ['?since=2026-01-01', { since: '2026-01-01' }],
    ['?mode=true', { mode: true }],
    ['?mode=auto', { mode: 'auto' }],
    ['?level=2', { level: 2 }],
    ['?wrapped=2', { wrapped: 2 }],
    ['?unknown=1&unknown=2&q=x', { q: 'x' }],
    ['?metadata.lang=de&metadata.n=1', { metadata: { lang: 'de', n: '1' } }],
    ['?metadata.=x', {}],
  ];
  for (const [query, expected] of cases) {
    test(`\`${query}\` is read as ${JSON.stringify(expected)}`, () => assert.deepEqual(read(query), expected));
  }

  test('keeps an empty value for operations that delete', () => {
    const input = {};
    queryReader(schema, true)('/x?q=&limit=', input);
    assert.deepEqual(input, { q: '', limit: '' });
  });

  test('that repeats a single value is refused by name', () => {
    assert.throws(() => read('?limit=1&limit=2'), { status: 400, message: /`limit` is given more than once/ });
    assert.throws(() => read('?metadata.a=1&metadata.a=2'), { status: 400, message: /`metadata\.a` is given/ });
  });

  test('with broken percent-encoding is refused', () => {
    for (const query of ['?q=%', '?q=%zz', '?q=%ff', '?%E0%A4=1']) assert.throws(() => read(query), { status: 400 });
  });

  test('cannot reach a prototype', () => {
    const input = read('?metadata.__proto__=x&__proto__.a=1&constructor=1');
    assert.equal(Object.getPrototypeOf(input.metadata), Object.prototype);
    assert.equal(JSON.stringify(input), '{"metadata":{"__proto__":"x"}}');
  });

  test('filters by metadata only if the operation has metadata', () => {
    const input = {};
    queryReader(z.object({ q: z.string() }))('/x?metadata.a=1', input);
    assert.deepEqual(input, {});
  });
});
