import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EntryScanner } from './json-entries.js';

function scan(text: string, size: number) {
  const scanner = new EntryScanner();
  const bytes = Buffer.from(text);
  const found: { field: string | null; value: unknown }[] = [];
  for (let i = 0; i < bytes.length; i += size) {
    for (const entry of scanner.push(Buffer.from(bytes.subarray(i, i + size)))) {
      assert.ok(!entry.bytes.includes(0x0a));
      found.push({ field: entry.field, value: JSON.parse(entry.bytes.toString()) });
    }
  }
  assert.ok(scanner.isComplete);
  return found;
}

describe('entries of a JSON document that arrives in pieces', () => {
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' });

  it('are those that a parser finds', () => {
    const document = fc.dictionary(
      fc.constantFrom('memories', 'links', 'other', 'x"y'),
      fc.oneof(fc.array(value), value),
    );
    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 2), (json, size, indent) => {
        const expected = Object.entries(json).flatMap(([field, list]) =>
          Array.isArray(list) ? list.map((item) => ({ field: field.replace('"', '\\"'), value: item })) : [],
        );
        assert.deepEqual(scan(JSON.stringify(json, null, indent), size), JSON.parse(JSON.stringify(expected)));
      }),
    );
  });

  it('are the elements of the document if it is itself a list', () => {
    fc.assert(
      fc.property(fc.array(value), fc.integer({ min: 1, max: 40 }), (list, size) => {
        const expected = list.map((item) => ({ field: null, value: item }));
        assert.deepEqual(scan(JSON.stringify(list), size), JSON.parse(JSON.stringify(expected)));
      }),
    );
  });

  it('are not complete when the document is not', () => {
    const scanner = new EntryScanner();
    assert.equal(scanner.push(Buffer.from('{"memories":[{"a":1},{"b"')).length, 1);
    assert.equal(scanner.isComplete, false);
  });
});
