import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ScopeVectors } from './scope-vectors.js';
import { topIndexes } from './top.js';
import { SEGMENT_BYTES, VectorMemory } from './vector-memory.js';

const random = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296 - 0.5;
};
function unitVector(dimensions: number, next: () => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, next);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}
const bytes = (vector: Float32Array) => new Uint8Array(vector.buffer);
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

describe('vectors in memory', () => {
  for (const dimensions of [3, 16, 100, 384, 768, 1536]) {
    it(`scores vectors of ${dimensions} dimensions like a plain loop, whatever was added and removed before`, () => {
      const next = random(dimensions);
      const scope = new ScopeVectors(new VectorMemory(2_000), dimensions);
      const expected = new Map<string, Float32Array[]>();
      for (let step = 0; step < 600; step++) {
        const id = `m${Math.floor((next() + 0.5) * 150)}`;
        if (next() > 0.2) {
          scope.remove(id);
          expected.delete(id);
        } else {
          const vector = unitVector(dimensions, next);
          assert.equal(scope.add(id, bytes(vector)), true);
          expected.set(id, [...(expected.get(id) ?? []), vector]);
        }
      }
      const query = unitVector(dimensions, next);
      const scores = scope.score(query);
      assert.deepEqual([...scope.ids].sort(), [...expected.keys()].sort());
      scope.ids.forEach((id, i) => {
        const best = Math.max(...(expected.get(id) ?? []).map((vector) => dot(query, vector)));
        assert.ok(Math.abs((scores[i] ?? 0) - best) < 1e-5, `${id}: ${scores[i]} against ${best}`);
      });
    });
  }

  it('gives every segment back when vectors are removed or the scope is freed', () => {
    const memory = new VectorMemory(64);
    const next = random(1);
    const scope = new ScopeVectors(memory, 384);
    for (let i = 0; i < 500; i++) scope.add(`m${i}`, bytes(unitVector(384, next)));
    assert.equal(memory.used, Math.ceil((500 * 384 * 4) / SEGMENT_BYTES));
    for (let i = 0; i < 400; i++) scope.remove(`m${i}`);
    assert.equal(memory.used, Math.ceil((100 * 384 * 4) / SEGMENT_BYTES));
    scope.free();
    assert.equal(memory.used, 0);
  });

  it('says when there is no room, and takes what still fits', () => {
    const scope = new ScopeVectors(new VectorMemory(1), 384);
    const vector = bytes(unitVector(384, random(5)));
    for (let i = 0; i < 16; i++) assert.equal(scope.add(`m${i}`, vector), true);
    assert.equal(scope.add('one too many', vector), false);
  });
});

describe('the best k', () => {
  it('are those of a full sort, the newer id first among equals, and never a missing score', () => {
    const next = random(9);
    const scores = Array.from({ length: 5_000 }, () => Math.round((next() + 0.5) * 50) / 50);
    for (let i = 0; i < scores.length; i += 17) scores[i] = Number.NEGATIVE_INFINITY;
    const ids = scores.map((_, i) => `id${String((i * 7_919) % 5_000).padStart(5, '0')}`);
    const sorted = scores
      .map((_, i) => i)
      .filter((i) => scores[i] !== Number.NEGATIVE_INFINITY)
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || ((ids[b] ?? '') > (ids[a] ?? '') ? 1 : -1));
    for (const k of [1, 10, 100, 6_000]) assert.deepEqual(topIndexes(scores, ids, k), sorted.slice(0, k));
  });
});
