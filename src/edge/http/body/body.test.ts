import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseBody } from './body.js';
import { isDeeperThan } from './depth.js';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('the depth of JSON, determined from its bytes', () => {
  test('is the depth of the parsed value', () => {
    const tricky = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ']', '}', 'a', '😀') });
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        tricky,
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(tricky, tie('node'), { maxKeys: 3 }),
      ),
    })).node;
    fc.assert(
      fc.property(value, fc.nat(8), (json, max) => {
        // Padding makes long strings end beyond the part that is scanned byte by byte.
        const bytes = Buffer.from(JSON.stringify([json, `${'x'.repeat(100)}\\"[[[`, 'y'.repeat(99)]));
        assert.equal(isDeeperThan(bytes, max), depthOf([json]) > max && bytes.length > max);
      }),
    );
  });

  test('thirty-two levels are allowed, thirty-three are not', () => {
    const nested = (levels: number) => Buffer.from(`{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`);
    assert.doesNotThrow(() => parseBody(nested(32), null));
    assert.throws(() => parseBody(nested(33), null), /nests deeper than 32 levels/);
  });

  test('ten megabytes of escaped quotes are one string, whatever follows them', () => {
    const quotes = '\\"'.repeat(5_000_000);
    assert.equal(isDeeperThan(Buffer.from(`{"a":"${quotes}${'['.repeat(40)}"}`), 32), false);
    assert.equal(isDeeperThan(Buffer.from(`{"a":"${quotes}","b":${'['.repeat(40)}`), 32), true);
  });

  test('a million opening brackets are refused, not recursed into', () => {
    assert.throws(() => parseBody(Buffer.from('['.repeat(1_000_000)), null), /deeper/);
  });
});

describe('a body', () => {
  const cases: [string, string | Buffer, RegExp][] = [
    ['that is empty', '', /body is empty/],
    ['that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), /not valid UTF-8/],
    ['that is a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /not valid UTF-8/],
    ['that is not JSON', '{"a":}', /not valid JSON/],
    ['that is cut off', '{"a":"b', /not valid JSON/],
    ['that is an array', '[1]', /must be a JSON object, not an array/],
    ['that is null', 'null', /must be a JSON object, not null/],
    ['that is a string', '"x"', /must be a JSON object, not a string/],
    ['with text after it', '{} {}', /not valid JSON/],
  ];
  for (const [name, body, expected] of cases) {
    test(`${name} is refused`, () =>
      assert.throws(() => parseBody(Buffer.from(body), null), { message: expected, status: 400 }));
  }

  test('that is refused is not quoted', () => {
    assert.throws(
      () => parseBody(Buffer.from('{"password":secret}'), null),
      (error: Error) => !error.message.includes('secret'),
    );
  });

  test("of no bytes becomes the route's default", () => {
    assert.deepEqual(
      parseBody(Buffer.alloc(0), () => ({ a: 1 })),
      { a: 1 },
    );
  });

  test('may start with a byte order mark', () => {
    assert.deepEqual(parseBody(Buffer.from('\ufeff{"a":"ü"}'), null), { a: 'ü' });
  });

  test('keeps the last of two equal keys', () => {
    assert.deepEqual(parseBody(Buffer.from('{"a":1,"a":2}'), null), { a: 2 });
  });

  test('with `__proto__` changes no prototype', () => {
    const value = parseBody(Buffer.from('{"__proto__":{"admin":true}}'), null);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.equal(value.admin, undefined);
    assert.equal(({} as Record<string, unknown>).admin, undefined);
  });
});
