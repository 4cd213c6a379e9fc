import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dot } from '../../../ranking/dot.js';
import { ScopeVectors } from './scope-vectors.js';
import { topIndexes, topRefined } from './top.js';
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

describe('vectors in memory', () => {
  for (const dimensions of [3, 16, 100, 384, 768, 1536, 8192]) {
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
          assert.equal(scope.add(id, vector), true);
          expected.set(id, [...(expected.get(id) ?? []), vector]);
        }
      }
      const query = unitVector(dimensions, next);
      const { scores, error, refinedError } = scope.estimate(query);
      assert.ok(refinedError < 4e-5, `an error of up to ${refinedError} once refined`);
      assert.ok(error < 0.03, `an error of up to ${error}`);
      assert.deepEqual([...scope.ids].sort(), [...expected.keys()].sort());
      scope.ids.forEach((id, i) => {
        const best = Math.max(...(expected.get(id) ?? []).map((vector) => dot(query, vector)));
        assert.ok(Math.abs((scores[i] ?? 0) - best) <= error, `${id}: about ${scores[i]} against ${best}`);
        assert.ok(Math.abs(scope.score(i) - best) <= refinedError, `${id}: ${scope.score(i)} against ${best}`);
      });
    });
  }

  it('stays within its error for vectors that are hard to round: a single large number, zeros, not of unit length', () => {
    const next = random(3);
    const scope = new ScopeVectors(new VectorMemory(10), 64);
    const outlier = unitVector(64, next).map((value, i) => (i === 5 ? 30 : value));
    const vectors = [
      outlier,
      new Float32Array(64),
      unitVector(64, next).map((value) => value * 7),
      unitVector(64, next),
    ];
    for (const [i, vector] of vectors.entries()) scope.add(`m${i}`, vector);
    for (const query of [...vectors, unitVector(64, next)]) {
      const { scores, error } = scope.estimate(query);
      for (const [i, vector] of vectors.entries()) {
        assert.ok(Math.abs((scores[i] ?? 0) - dot(query, vector)) <= error, `${scores[i]} ± ${error}`);
      }
    }
  });

  it('gives every segment back when vectors are removed or the scope is freed', () => {
    const memory = new VectorMemory(64);
    const next = random(1);
    const scope = new ScopeVectors(memory, 384);
    for (let i = 0; i < 500; i++) scope.add(`m${i}`, unitVector(384, next));
    assert.equal(memory.used, Math.ceil((500 * 384 * 2) / SEGMENT_BYTES));
    for (let i = 0; i < 400; i++) scope.remove(`m${i}`);
    assert.equal(memory.used, Math.ceil((100 * 384 * 2) / SEGMENT_BYTES));
    scope.free();
    assert.equal(memory.used, 0);
  });

  it('takes vectors while there is room, and reports when there is none', () => {
    const scope = new ScopeVectors(new VectorMemory(1), 384);
    const vector = unitVector(384, random(5));
    for (let i = 0; i < 32; i++) assert.equal(scope.add(`m${i}`, vector), true);
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

  it('of estimates are those of the exact scores; what cannot be among them is not refined', () => {
    const next = random(11);
    for (let round = 0; round < 50; round++) {
      const error = 0.02;
      const exact = Array.from({ length: 2_000 }, () => (next() > 0.4 ? 0.25 : next()));
      const ids = exact.map((_, i) => `id${String((i * 7_919) % 2_000).padStart(5, '0')}`);
      const estimates = Float64Array.from(exact, (value) => value + next() * 2 * error);
      const least = round % 2 ? -0.1 : Number.NEGATIVE_INFINITY; // below it nothing qualifies, which only settling shows
      const k = 1 + Math.floor((next() + 0.5) * 300);
      const refined = new Set<number>();
      const found = topRefined(estimates, ids, k, error, (i) => {
        refined.add(i);
        const value = exact[i] as number;
        estimates[i] = value < least ? Number.NEGATIVE_INFINITY : value;
      });
      const qualified = exact.map((value) => (value < least ? Number.NEGATIVE_INFINITY : value));
      assert.deepEqual(found, topIndexes(qualified, ids, k));
      const worst = exact[found.at(-1) ?? 0] as number;
      for (const i of refined) assert.ok((exact[i] as number) >= worst - 4 * error, `${exact[i]} of ${worst}`);
    }
    assert.deepEqual(
      topRefined(new Float64Array(0), [], 5, 0.1, () => {}),
      [],
    );
  });

  it('are found when nearly all of the leaders do not qualify once refined', () => {
    const scores = Float64Array.from({ length: 1_000 }, (_, i) => 1 - i / 100_000);
    const ids = [...scores.keys()].map((i) => `id${String(i).padStart(4, '0')}`);
    const found = topRefined(scores, ids, 3, 1e-6, (i) => {
      if (i < 990) scores[i] = Number.NEGATIVE_INFINITY;
    });
    assert.deepEqual(found, [990, 991, 992]);
  });
});
