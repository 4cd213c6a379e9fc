import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Part } from '../../../compute/task.js';
import { assembled } from './parse-in-thread.js';
import { type ParsedBody, type ParsedItems, parseTask } from './parse-task.js';

const MEMORIES = { memories: 100 };

function parse(json: string, maxItems: Record<string, number> = MEMORIES): unknown {
  const work = parseTask.body({ bytes: Buffer.from(json), maxItems, depth: 32 }) as Generator<
    number | Part,
    ParsedBody
  >;
  const parts: ParsedItems[] = [];
  for (;;) {
    const step = work.next();
    if (step.done) return assembled(step.value, parts);
    if (step.value instanceof Part) parts.push(step.value.value as ParsedItems);
  }
}

describe('parsing a large body', () => {
  it('returns what JSON.parse returns, for any object', () => {
    const object = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())));
    const spaced = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(object, spaced, (value, space) => {
        const json = JSON.stringify(value, null, space);
        assert.deepEqual(parse(json, {}), JSON.parse(json));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the last of two fields with the same name', () => {
    for (const json of ['{"a":[1],"a":[2,3]}', '{"a":[1],"a":4}', '{"a":4,"a":[5]}', '{"\\u0061":[1],"a":[7]}']) {
      assert.deepEqual(parse(json), JSON.parse(json));
    }
  });

  it('refuses invalid JSON, wherever the error is', () => {
    const bad = [
      '{"a":[1,]}',
      '{"a":[,1]}',
      '{"a":[{} {}]}',
      '{"a":[1}',
      '{"a":[1]',
      '{"a" [1]}',
      '[1]',
      '{"a":["\\x"]}',
    ];
    for (const json of bad) assert.throws(() => parse(json), { code: 'invalid_request' }, json);
  });

  it('checks the limits before it builds any entry', () => {
    const many = `{"memories":[${'{},'.repeat(1_000_000)}{}]}`;
    assert.throws(() => parse(many), /`memories` must be an array of at most 100 items/);
    assert.equal((parse(`{"memories":[${'{},'.repeat(99)}{}]}`) as { memories: unknown[] }).memories.length, 100);
    assert.throws(() => parse(`{"memories":[[${'0,'.repeat(1_000_000)}0]]}`), /more than 50000 values/);
    assert.throws(() => parse(`{"x":{"y":[${'0,'.repeat(1_000_000)}0]}}`), /more than 50000 values/);
    assert.throws(() => parse(`{"memories":${'['.repeat(40)}${']'.repeat(40)}}`), /nests deeper than 32/);
  });
});
