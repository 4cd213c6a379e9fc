import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { jsonChunks, pieces } from './json-pieces.js';
import { weightOf } from './response-weight.js';

function chunksOf(value: unknown): { text: string; steps: number } {
  const work = jsonChunks(value);
  for (let steps = 0; ; steps++) {
    const step = work.next();
    if (step.done) return { text: Buffer.concat(step.value).toString(), steps };
  }
}
const LONG = 'wide 记忆 "quoted" \n'.repeat(3_000);

describe('a large value written in pieces', () => {
  it('is what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, nested) => {
        const large = nested ? { a: { LONG, value }, list: [value, LONG, value] } : [LONG, value, { value }];
        assert.equal([...pieces(large)].join(''), JSON.stringify(large));
      }),
      { numRuns: 200 },
    );
  });

  it('leaves out what JSON leaves out', () => {
    const large = { none: undefined, LONG, list: [undefined, LONG, null], at: new Date(0), run: () => {} };
    assert.equal(chunksOf(large).text, JSON.stringify(large));
  });

  it('can be interrupted between any two of its parts, even if the bulk is deeply nested', () => {
    const notes = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`note ${i}`, 'x'.repeat(1_000)]));
    const { text, steps } = chunksOf({ results: [{ metadata: { notes } }] });
    assert.deepEqual(JSON.parse(text).results[0].metadata.notes, notes);
    assert.ok(steps > 300);
  });
});

describe('the weight of a response', () => {
  it('counts texts at any depth, and stops at the given size', () => {
    assert.ok(weightOf({ results: [{ metadata: { a: ['x'.repeat(1_000)] } }] }, 10_000) >= 1_000);
    let read = 0;
    const counted = Array.from({ length: 1_000 }, () => ({
      get a() {
        read++;
        return 'x'.repeat(100);
      },
    }));
    assert.ok(weightOf(counted, 1_000) >= 1_000);
    assert.ok(read < 20);
  });
});
