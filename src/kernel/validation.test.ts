import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as z from 'zod';
import { memoryId, metadata, pageLimit, tags, text, time } from './fields.js';
import { invalidInput } from './validation.js';

function refused(schema: z.ZodObject, input: unknown) {
  const parsed = schema.safeParse(input);
  assert.equal(parsed.success, false);
  return invalidInput(schema, parsed.error?.issues ?? [], input);
}
const message = (shape: z.ZodRawShape, input: unknown) => refused(z.object(shape), input).message;

const HUGE_REFUSED = '`metadata` must not contain a number beyond ±1.8e308';
const TIME_REFUSED = '`at` must be a time: Unix milliseconds or an ISO 8601 string such as 2026-01-31T09:00:00Z';

describe('an input that its schema refuses', () => {
  const cases: [string, z.ZodRawShape, unknown, string][] = [
    ['a missing field', { content: text(1, 5) }, {}, '`content` is required'],
    ['a missing enum', { kind: z.enum(['a', 'b']) }, {}, '`kind` is required'],
    ['a missing union', { at: time }, {}, '`at` is required'],
    [
      'text for a number',
      { limit: pageLimit(10, 100) },
      { limit: 'x' },
      '`limit` must be a whole number from 1 to 100',
    ],
    ['a number too big', { limit: pageLimit(10, 100) }, { limit: 101 }, '`limit` must be a whole number from 1 to 100'],
    ['a number too small', { limit: pageLimit(10, 100) }, { limit: 0 }, '`limit` must be a whole number from 1 to 100'],
    ['a fraction', { limit: pageLimit(10, 100) }, { limit: 1.5 }, '`limit` must be a whole number from 1 to 100'],
    ['a huge whole number', { n: z.number().int() }, { n: 1e300 }, '`n` must be a whole number'],
    ['not positive', { ttl: z.number().positive() }, { ttl: 0 }, '`ttl` must be a number greater than 0'],
    ['only a lower bound', { n: z.number().min(3) }, { n: 2 }, '`n` must be a number of at least 3'],
    ['only an upper bound', { n: z.number().max(3) }, { n: 4 }, '`n` must be a number of at most 3'],
    ['not a multiple', { n: z.number().multipleOf(5) }, { n: 4 }, '`n` must be a multiple of 5'],
    ['not finite', { n: z.number() }, { n: Number.POSITIVE_INFINITY }, '`n` must be a number'],
    ['null for text', { id: memoryId }, { id: null }, '`id` must be a string of 1 to 256 characters'],
    ['a number for text', { id: memoryId.optional() }, { id: 5 }, '`id` must be a string of 1 to 256 characters'],
    ['text too long', { id: text(1, 3) }, { id: 'abcd' }, '`id` must have 1 to 3 characters, has 4'],
    ["zod's own text limits", { id: z.string().min(2).max(3) }, { id: 'a' }, '`id` must have 2 to 3 characters, has 1'],
    ['text for a boolean', { deep: z.boolean() }, { deep: 'yes' }, '`deep` must be true or false'],
    ['an unknown word', { kind: z.enum(['a', 'b']) }, { kind: 'c' }, '`kind` must be one of: a, b'],
    ['another literal', { mode: z.literal('x') }, { mode: 'c' }, '`mode` must be x'],
    ['an object for an array', { tags }, { tags: {} }, '`tags` must be an array of at most 64 items'],
    ['too many items', { a: z.array(z.number()).min(1).max(2) }, { a: [1, 2, 3] }, '`a` must have 1 to 2 items, has 3'],
    ['too few items', { a: z.array(z.number()).min(1).max(2) }, { a: [] }, '`a` must have 1 to 2 items, has 0'],
    ['a list for an object', { o: z.object({ a: z.string() }) }, { o: [] }, '`o` must be a JSON object'],
    ['a number too large for JSON', { metadata }, { metadata: { a: [1, Infinity] } }, HUGE_REFUSED],
    ['metadata that is a word', { metadata }, { metadata: 'x' }, '`metadata` must be a JSON object'],
    ['a time that is invalid', { at: time }, { at: 'soon' }, TIME_REFUSED],
    ['a day that its month does not have', { at: time }, { at: '2026-02-30' }, TIME_REFUSED],
    ['a leap day of an ordinary year', { at: time }, { at: '2026-02-29T10:00:00Z' }, TIME_REFUSED],
    ['a year that would be milliseconds', { at: time }, { at: '2026' }, TIME_REFUSED],
    ['a date without hyphens', { at: time }, { at: '20260101' }, TIME_REFUSED],
    ['a time of another type', { at: time }, { at: true }, '`at` must be a number or a string'],
    ['a bad format', { url: z.url() }, { url: 'x' }, '`url` must be a valid url'],
    ["the author's own words", { a: z.string().regex(/x/, 'must have an x') }, { a: 'b' }, '`a` must have an x'],
    ['another record value', { r: z.record(z.string(), z.number()) }, { r: { a: 'b' } }, '`r.a` must be a number'],
    [
      'behind a default',
      { n: z.number().min(1).max(2).nullable().default(1) },
      { n: 3 },
      '`n` must be a number from 1 to 2',
    ],
    ['behind a preprocess', { n: z.preprocess((v) => v, z.number()) }, { n: 'x' }, '`n` must be a number'],
  ];
  for (const [name, shape, input, expected] of cases) {
    test(`${name} is described as: ${expected}`, () => assert.equal(message(shape, input), expected));
  }

  test('the position inside lists is named', () => {
    const shape = { memories: z.array(z.object({ tags })) };
    const input = { memories: [{ tags: [] }, { tags: ['ok', 'x'.repeat(65)] }] };
    assert.equal(message(shape, input), '`memories[1].tags[1]` must have 1 to 64 characters, has 65');
  });

  test('fields that a strict schema does not know are named, and cut when long', () => {
    const error = refused(z.strictObject({}), { [`a${'😀'.repeat(60)}`]: 1 });
    assert.match(error.message, /^`a(😀)+…` is not a known field$/u);
    assert.ok(error.message.length < 80);
  });

  test('in a union of objects the branch that fits best is explained', () => {
    const schema = z.object({
      op: z.union([z.object({ add: z.number(), by: z.number() }), z.object({ drop: z.string() })]),
    });
    assert.equal(refused(schema, { op: { drop: 1 } }).message, '`op.drop` must be a string');
  });

  test('a rule about the whole input has no field', () => {
    const schema = z.object({ id: z.string().optional() }).refine((input) => input.id, 'Give `id` or `user_id`.');
    const error = refused(schema, {});
    assert.equal(error.message, 'Give `id` or `user_id`.');
    assert.equal(error.details, undefined);
  });

  test('an input that is not an object is reported as such', () => {
    assert.equal(message({ a: z.string() }, 'x'), 'must be a JSON object');
  });

  test('three problems are in the message, the rest are counted, and all are in the details', () => {
    const shape = { a: z.string(), b: z.string(), c: z.string(), d: z.string() };
    const error = refused(z.object(shape), {});
    assert.equal(error.message, '`a` is required; `b` is required; `c` is required; and 1 more');
    assert.deepEqual((error.details as unknown[])[3], { field: 'd', message: 'is required' });
    assert.equal(error.status, 400);
    assert.equal(error.code, 'invalid_request');
  });

  test('a thousand problems make a short response', () => {
    const error = refused(z.object({ a: z.array(z.number()) }), { a: Array(1_000).fill('x'.repeat(100)) });
    assert.ok(JSON.stringify([error.message, error.details]).length < 2_000);
  });
});

test('a time may be Unix milliseconds, as a number or as digits, or ISO 8601 with or without a time of day', () => {
  for (const [given, expected] of [
    [20260101, 20260101],
    ['0', 0],
    ['1767225600000', Date.UTC(2026, 0, 1)],
    ['2026-01', Date.UTC(2026, 0, 1)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2026-01-31T23:30:00-02:00', Date.UTC(2026, 1, 1, 1, 30)],
    ['+012026-01-31', Date.UTC(12026, 0, 31)],
  ])
    assert.equal(time.parse(given), expected);
});
